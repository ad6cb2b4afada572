import { expect, test } from '@jest/globals'
import { parseMailbox } from './mailbox-address.ts'

test.each([
  'ann@example.com, bob@example.com',
  'ann@example.com\r\nBcc: bob@example.com',
  'Ann <ann@example.com>',
  '"ann@evil.example"@example.com',
  'ann@example.com;bob@example.com',
  'ann@@example.com',
  'ann@example.com bob',
  'ann(x)@example.com',
  '',
])('%j does not name exactly one mailbox', (address) => {
  expect(parseMailbox(address)).toBeUndefined()
})

test('an ordinary address is returned unchanged', () => {
  expect(parseMailbox("Ann.O'Neil+x@mail.example.com")).toBe("Ann.O'Neil+x@mail.example.com")
})
