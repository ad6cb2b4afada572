/** @jest-environment jsdom */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getNonce } from 'get-nonce'
import { adoptCspNonce } from './csp-nonce.ts'
import { Select } from './select.tsx'

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// jsdom lacks these, which the select calls.
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.scrollIntoView ??= () => undefined

afterEach(cleanup)

test("passes the page's nonce to libraries that create style elements", () => {
  adoptCspNonce()
  expect(getNonce()).toBeUndefined()
  document.head.innerHTML = '<meta name="csp-nonce" content="a1b2">'
  adoptCspNonce()
  expect(getNonce()).toBe('a1b2')
})

test("the style element of an open select has the page's nonce", async () => {
  document.head.innerHTML = '<meta name="csp-nonce" content="c3d4">'
  adoptCspNonce()
  render(<Select aria-label="Role" options={[{ value: 'signer', label: 'Signs' }]} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Role' }))
  await screen.findByRole('option', { name: 'Signs' })
  const styles = [...document.body.querySelectorAll('style')]
  expect(styles.map(({ nonce }) => nonce)).toEqual(['c3d4'])
})
