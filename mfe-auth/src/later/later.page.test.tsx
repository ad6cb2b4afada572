/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { Component } from './later.page.tsx'
import { LATER } from './later.ts'

afterEach(() => cleanup())

test.each(Object.entries(LATER))(
  '%s says what is lacking and leads to what works',
  (path, later) => {
    open(path)
    expect(screen.getByText(later.sentence)).toBeTruthy()
    expect(screen.getByRole('link', { name: later.label }).getAttribute('href')).toBe(later.to)
  },
)

function open(path: string): void {
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  render(
    <MemoryRouter initialEntries={[path]}>
      <Component />
    </MemoryRouter>,
  )
}
