import { createHash } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { toHex } from './bytes.ts'
import { sha256Stream } from './sha2.ts'

test('the streaming SHA-256 is correct for more than 2^32 bits (512 MB)', () => {
  const part = new Uint8Array(2 ** 20)
  const ours = sha256Stream()
  const theirs = createHash('sha256')
  for (let i = 0; i < 513; i++) {
    ours.update(part)
    theirs.update(part)
  }
  expect(toHex(ours.digest())).toBe(theirs.digest('hex'))
})
