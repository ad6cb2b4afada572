/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import { useAuthDialog } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { openPage } from '../testing/open-page.tsx'
import { PLACEHOLDER_PAGES } from './placeholder-pages.ts'

let close: () => Promise<void>
afterEach(() => close())

test.each(Object.entries(PLACEHOLDER_PAGES))(
  '%s explains what is not available yet and links to an alternative',
  async (pattern, placeholder) => {
    const path = pattern.replace(/:\w+/, 'some-id')
    const page = await openPage(path, () => null)
    close = page.close
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(placeholder.title)
    expect(screen.getByText(placeholder.sentence)).toBeTruthy()
    expect(screen.getByRole('link', { name: placeholder.label }).getAttribute('href')).toBe(
      placeholder.to,
    )
    expect(page.requests).toEqual([])
    expect(useAuthDialog.getState().open).toBe(pattern === '/payment/:documentId')
  },
)
