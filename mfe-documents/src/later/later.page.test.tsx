/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import { useAuthDialog } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { openPage } from '../testing/open-page.tsx'
import { LATER } from './later.ts'

let close: () => Promise<void>
afterEach(() => close())

test.each(Object.entries(LATER))(
  '%s says what this release lacks and links to what works',
  async (pattern, later) => {
    const path = pattern.replace(/:\w+/, 'some-id')
    const page = await openPage(path, () => null)
    close = page.close
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(later.title)
    expect(screen.getByText(later.sentence)).toBeTruthy()
    expect(screen.getByRole('link', { name: later.label }).getAttribute('href')).toBe(later.to)
    expect(page.requests).toEqual([])
    expect(useAuthDialog.getState().open).toBe(pattern === '/payment/:documentId')
  },
)
