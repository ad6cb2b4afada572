import { expect, test } from '@jest/globals'
import { decodeRlp as ethersDecode, encodeRlp as ethersEncode } from 'ethers'
import fc from 'fast-check'
import { from0x, fromHex, to0x, toHex } from './bytes.ts'
import { type Cbor, decodeCbor, encodeCbor } from './cbor.ts'
import { decodeRlp, encodeRlp, type Rlp } from './rlp.ts'

// RFC 8949 appendix A, limited to the types used here.
const CBOR_EXAMPLES: [string, Cbor][] = [
  ['00', 0n],
  ['17', 23n],
  ['1818', 24n],
  ['1864', 100n],
  ['1903e8', 1000n],
  ['1a000f4240', 1000000n],
  ['1b000000e8d4a51000', 1000000000000n],
  ['1bffffffffffffffff', 18446744073709551615n],
  ['40', new Uint8Array()],
  ['4401020304', Uint8Array.of(1, 2, 3, 4)],
  ['60', ''],
  ['6449455446', 'IETF'],
  ['62c3bc', 'ü'],
  ['80', []],
  ['8301820203820405', [1n, [2n, 3n], [4n, 5n]]],
  ['a26161016162820203', { a: 1n, b: [2n, 3n] }],
]

test.each(CBOR_EXAMPLES)('CBOR %s is encoded and decoded as in the standard', (hex, value) => {
  expect(toHex(encodeCbor(value))).toBe(hex)
  expect(encodeCbor(decodeCbor(fromHex(hex)))).toEqual(fromHex(hex))
})

test('orders map keys by their encoding: shorter first, then by bytes (RFC 8949 §4.2.1)', () => {
  expect(toHex(encodeCbor({ aa: 1n, b: 2n, a: 3n }))).toBe('a361610361620262616101')
})

test.each([
  ['1817', 'a number that has a shorter form'],
  ['190017', 'a number that has a much shorter form'],
  ['1b00000000ffffffff', 'a 64-bit number that fits in 32'],
  ['5f42010243030405ff', 'a byte string of indefinite length'],
  ['9fff', 'an array of indefinite length'],
  ['20', 'a negative number'],
  ['c000', 'a tag'],
  ['f6', 'null'],
  ['f90000', 'a float'],
  ['1c', 'a reserved length'],
  ['', 'no bytes'],
  ['0000', 'bytes after the end'],
  ['4401', 'a byte string that ends early'],
  ['82', 'an array that ends early'],
  ['9affffffff', 'a count larger than the remaining bytes'],
  ['a201010101', 'a map with non-text keys'],
  ['a2616101616102', 'a duplicate key'],
  ['a2616201616102', 'keys out of order'],
  ['61ff', 'text that is not UTF-8'],
  ['81818181818181818180', 'excessive nesting'],
])('rejects CBOR with %s: %s', (hex) => {
  expect(() => decodeCbor(fromHex(hex))).toThrow(expect.objectContaining({ name: 'ProofError' }))
})

const cbor = fc.letrec<{ value: Cbor }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 10 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 5 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

test('any bytes are either rejected or are the only encoding of their value', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
      let value: Cbor
      try {
        value = decodeCbor(bytes)
      } catch {
        return
      }
      expect(encodeCbor(value)).toEqual(bytes)
    }),
    { numRuns: 5000 },
  )
})

test('encoded values round-trip, and changing any bit changes the value', () => {
  fc.assert(
    fc.property(cbor, fc.nat(), (value, index) => {
      const bytes = encodeCbor(value)
      expect(encodeCbor(decodeCbor(bytes))).toEqual(bytes)
      const changed = bytes.slice()
      changed[(index >> 3) % bytes.length] =
        (changed[(index >> 3) % bytes.length] as number) ^ (1 << (index & 7))
      try {
        expect(encodeCbor(decodeCbor(changed))).not.toEqual(bytes)
      } catch (error) {
        expect(error).toMatchObject({ name: 'ProofError' })
      }
    }),
  )
})

const rlp = fc.letrec<{ item: Rlp }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4 },
    fc.uint8Array({ maxLength: 70 }),
    fc.array(tie('item'), { maxLength: 5 }),
  ),
})).item

type HexRlp = string | HexRlp[]
const toHexRlp = (item: Rlp): HexRlp =>
  item instanceof Uint8Array ? to0x(item) : item.map(toHexRlp)

test('RLP is encoded as by ethers, and round-trips', () => {
  fc.assert(
    fc.property(rlp, (item) => {
      const bytes = encodeRlp(item)
      expect(to0x(bytes)).toBe(ethersEncode(toHexRlp(item)))
      expect(toHexRlp(decodeRlp(bytes))).toEqual(ethersDecode(bytes))
    }),
  )
})

test('any bytes are either rejected as RLP or are the only encoding of their value', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 10 }), (bytes) => {
      let item: Rlp
      try {
        item = decodeRlp(bytes)
      } catch {
        return
      }
      expect(encodeRlp(item)).toEqual(bytes)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['0x', 'no bytes'],
  ['0x8100', 'a prefix before a byte that needs none'],
  ['0xb80100', 'a long length for a short string'],
  [`0xb900${'38'}${'00'.repeat(56)}`, 'a length with a leading zero'],
  ['0x83aabb', 'a string that ends early'],
  ['0xc3aa', 'a list that ends early'],
  ['0xc182aabb', 'an item that extends past its list'],
  ['0x0000', 'bytes after the end'],
  [`0x${'c1'.repeat(30)}c0`, 'lists whose lengths contradict each other'],
])('rejects RLP with %s: %s', (hex) => {
  expect(() => decodeRlp(from0x(hex))).toThrow(expect.objectContaining({ code: 'BAD_RLP' }))
})
