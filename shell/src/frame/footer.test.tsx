/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import type { PublishedSlice } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { useRegistry } from '../slices/registry.ts'
import { Footer } from './footer.tsx'

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
  localStorage.clear()
})

test('links to released pages only', () => {
  setup()
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/privacy', '/terms', '/auth-status'])
})

test('offers no language selection while only English is released', () => {
  setup()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('offers the released languages by their own names', () => {
  setup({ pl: '/static/texts/pl.1.json', 'pt-BR': '/static/texts/pt-BR.1.json' })
  const select = screen.getByRole('combobox', { name: 'Language' })
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent, lang }) => [textContent, lang]),
  ).toEqual([
    ['English', 'en'],
    ['polski', 'pl'],
    ['português (Brasil)', 'pt-BR'],
  ])
  expect((select as HTMLSelectElement).value).toBe('en')
})

/** Renders the footer; `files` are the shell's translations by language, as the page lists them. */
function setup(files?: Record<string, string>) {
  useRegistry.setState({ slices: [CONTENT] })
  if (files !== undefined) {
    const list = JSON.stringify(files)
    document.body.innerHTML = `<script type="application/json" id="shell-texts">${list}</script>`
  }
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  )
}

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
