/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { PreviewNotice } from './preview-notice.tsx'

afterEach(cleanup)

test('names the version and links to the same page without the preview', () => {
  render(<PreviewNotice preview={{ package: 'mfe-x', version: '1.0.0-abc' }} />)
  const notice = within(screen.getByRole('complementary', { name: 'Preview' }))
  notice.getByText('You’re viewing a version that is not live yet.')
  notice.getByText('mfe-x 1.0.0-abc')
  const link = notice.getByRole('link', { name: 'End preview' })
  expect(link.getAttribute('href')).toBe('?preview=off')
})

test('ends the preview at the current address, also after the application has navigated', () => {
  render(<PreviewNotice preview={{ package: 'mfe-x', version: '1.0.0-abc' }} />)
  const link = screen.getByRole('link', { name: 'End preview' })
  for (const use of [fireEvent.pointerDown, fireEvent.focus])
    for (const [address, expected] of [
      ['/litepaper?from=mail#top', '/litepaper?from=mail&preview=off#top'],
      ['/blog', '/blog?preview=off'],
    ] as const) {
      window.history.pushState(null, '', address)
      use(link)
      expect(link.getAttribute('href')).toBe(expected)
    }
})
