/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen, within } from '@testing-library/react'
import { PreviewNotice } from './preview-notice.tsx'

afterEach(cleanup)

test('names the version and links to the same page without the preview', () => {
  render(<PreviewNotice preview={{ package: 'mfe-x', version: '1.0.0-abc' }} />)
  const notice = within(screen.getByRole('complementary', { name: 'Preview' }))
  expect(notice.getByText('mfe-x 1.0.0-abc').parentElement?.textContent).toBe(
    'Preview of mfe-x 1.0.0-abc',
  )
  const link = notice.getByRole('link', { name: 'End preview' })
  expect(link.getAttribute('href')).toBe('?preview=off')
})
