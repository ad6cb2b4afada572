/** @jest-environment jsdom */
import { expect, test } from '@jest/globals'
import { getNonce } from 'get-nonce'
import { adoptCspNonce } from './csp-nonce.ts'

test("passes the page's nonce to libraries that create style elements", () => {
  adoptCspNonce()
  expect(getNonce()).toBeUndefined()
  document.head.innerHTML = '<meta name="csp-nonce" content="a1b2">'
  adoptCspNonce()
  expect(getNonce()).toBe('a1b2')
})
