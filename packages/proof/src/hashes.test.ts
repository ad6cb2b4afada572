import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { keccak_256 as nobleKeccak } from '@noble/hashes/sha3.js'
import { keccak256 as ethersKeccak } from 'ethers'
import fc from 'fast-check'
import { from0x, toHex, utf8 } from './bytes.ts'
import { keccak256 } from './keccak.ts'
import { nodeSha256 } from './node-sha256.ts'
import { sha256Stream } from './sha2.ts'
import { sha256 } from './sha256.ts'
import { sha512 } from './sha512.ts'

const nodeHash = (name: string) => (data: Uint8Array) =>
  new Uint8Array(createHash(name).update(data).digest())

test.each([
  ['SHA-256 and Node', sha256, nodeHash('sha256')],
  ['SHA-256 and noble', sha256, nobleSha256],
  ['nodeSha256 and Node', nodeSha256, nodeHash('sha256')],
  ['SHA-512 and Node', sha512, nodeHash('sha512')],
  ['Keccak-256 and noble', keccak256, nobleKeccak],
  ['Keccak-256 and ethers', keccak256, (data: Uint8Array) => from0x(ethersKeccak(data))],
])('%s agree for every length around the block sizes', (_name, ours, theirs) => {
  for (let length = 0; length <= 300; length++) {
    const data = Uint8Array.from({ length }, (_, i) => (i * 131 + length) & 255)
    expect(ours(data)).toEqual(new Uint8Array(theirs(data)))
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (data) => {
      expect(ours(data)).toEqual(new Uint8Array(theirs(data)))
    }),
    { numRuns: 60 },
  )
})

// FIPS 180-4 examples; the last is Ethereum's hash of the empty string.
test.each([
  ['SHA-256', sha256, 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['Keccak-256', keccak256, '', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
])('%s matches a published test vector', (_name, hash, text, expected) => {
  expect(toHex(hash(utf8(text)))).toBe(expected)
})

test('a later call does not modify a hash returned earlier', () => {
  const first = sha256(utf8('one'))
  const copy = first.slice()
  sha256(utf8('two'))
  expect(first).toEqual(copy)
})

test('respects the bounds of a view into a larger buffer', () => {
  const large = Uint8Array.from({ length: 200 }, (_, i) => i)
  const view = large.subarray(50, 150)
  expect(sha256(view)).toEqual(sha256(view.slice()))
  expect(keccak256(view)).toEqual(keccak256(view.slice()))
})

test('streaming equals one-shot hashing, even with two streams interleaved', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (parts) => {
      const [first, second] = [sha256Stream(), sha256Stream()]
      for (const part of parts) {
        first.update(part)
        second.update(part.map((byte) => byte ^ 1))
        sha256(part)
      }
      const whole = new Uint8Array(Buffer.concat(parts))
      expect(first.digest()).toEqual(nodeHash('sha256')(whole))
      expect(second.digest()).toEqual(nodeHash('sha256')(whole.map((byte) => byte ^ 1)))
    }),
  )
})
