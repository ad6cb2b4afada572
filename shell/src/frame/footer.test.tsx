/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { PublishedSlice } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { useRegistry } from '../slices/registry.ts'
import { Footer } from './footer.tsx'

afterEach(cleanup)

test('links to the texts that are released, and to no others', () => {
  useRegistry.setState({ slices: [CONTENT] })
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  )
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/privacy', '/terms', '/auth-status'])
})

const CONTENT: PublishedSlice = {
  id: 'content',
  contract: 1,
  name: 'mfe_content',
  package: 'mfe-content',
  version: '1',
  entry: '/slices/mfe-content/1/entry.js',
  preload: [],
  integrity: {},
  requires: {},
  pages: {},
  paths: ['/privacy', '/terms'],
  nav: [],
  fills: [],
}
