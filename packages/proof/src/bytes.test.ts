import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import * as bytes from './bytes.ts'

test.each([
  ['toHex', bytes.toHex, bytes.fromHex],
  ['to0x', bytes.to0x, bytes.from0x],
  ['toBase64', bytes.toBase64, bytes.fromBase64],
  ['toBase64Url', bytes.toBase64Url, bytes.fromBase64Url],
])('%s round-trips', (_name, encode, decode) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (input) => {
      expect(decode(encode(input))).toEqual(input)
    }),
  )
})

test('encodes base64 as Node does, even for input longer than one chunk', () => {
  const large = bytes.randomBytes(20_000)
  expect(bytes.toBase64(large)).toBe(Buffer.from(large).toString('base64'))
  expect(bytes.toBase64Url(large)).toBe(Buffer.from(large).toString('base64url'))
})

test('any text is either rejected as base64 or is the only encoding of its bytes', () => {
  const char = fc.constantFrom('A', 'B', 'z', '/', '+', '=', ' ', '\n', '-')
  fc.assert(
    fc.property(fc.string({ unit: char, maxLength: 13 }), (text) => {
      let decoded: Uint8Array
      try {
        decoded = bytes.fromBase64(text)
      } catch (error) {
        return (error as { code?: unknown }).code === 'BAD_BASE64'
      }
      return bytes.toBase64(decoded) === text
    }),
    { numRuns: 30_000 },
  )
})

test.each([
  ['base64 whose unused bits are set', () => bytes.fromBase64('AB==')],
  ['base64 without padding', () => bytes.fromBase64('AA')],
  ['base64 with white space', () => bytes.fromBase64('AA ==')],
  ['base64 in the URL-safe alphabet', () => bytes.fromBase64('-_-_')],
  ['base64url with padding', () => bytes.fromBase64Url('AA==')],
  ['base64url whose unused bits are set', () => bytes.fromBase64Url('AB')],
  ['base64url in the standard alphabet', () => bytes.fromBase64Url('+/+/')],
  ['upper-case hex', () => bytes.fromHex('AA')],
  ['an odd number of hex digits', () => bytes.fromHex('a')],
  ['hex without 0x', () => bytes.from0x('aa')],
  ['a lone surrogate', () => bytes.utf8('\ud800')],
  ['bytes that are not UTF-8', () => bytes.fromUtf8(Uint8Array.of(0xff))],
  ['a number with a leading zero', () => bytes.parseU64('01')],
  ['a number of 65 bits', () => bytes.parseU64('18446744073709551616')],
  ['an empty number', () => bytes.parseU64('')],
  ['a 65-bit number as bytes', () => bytes.u64be(2n ** 64n)],
  ['a length above 65,535', () => bytes.u16be(65_536)],
])('refuses %s', (_name, run) => {
  expect(run).toThrow(expect.objectContaining({ name: 'ProofError' }))
})

test('preserves a byte order mark like any other character', () => {
  expect(bytes.fromUtf8(bytes.utf8('\ufeffx'))).toBe('\ufeffx')
})

test('writes numbers big-endian', () => {
  expect(bytes.u64be(2n ** 64n - 2n)).toEqual(Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 254))
  expect(bytes.u16be(258)).toEqual(Uint8Array.of(1, 2))
  expect(bytes.uintBe(bytes.u64be(2n ** 63n))).toBe(2n ** 63n)
  expect(bytes.uintBe(new Uint8Array())).toBe(0n)
})
