import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@inkproof/service-kit/app-error'
import { expect, test } from '@jest/globals'
import { generateX25519Identity } from 'age-encryption'
import { decryptAge, encryptAge } from './age-file.ts'
import { decryptFile } from './decrypt-file.ts'
import { encryptFile } from './encrypt-file.ts'

const KIB_64 = 64 * 1024
const SIZES = [0, 1, KIB_64 - 1, KIB_64, KIB_64 + 1, 2 * KIB_64, 300_000]

async function* once(bytes: Uint8Array) {
  yield bytes
}

test.each(SIZES)('decrypts what it encrypted (%d bytes)', async (size) => {
  const identity = await generateX25519Identity()
  const bytes = randomBytes(size)
  const encrypted = await buffer(encryptAge(identity, once(bytes)))
  expect(bytes.equals(await buffer(decryptAge(identity, once(encrypted))))).toBe(true)
})

test('passes on the error of the storage, and ends its stream', async () => {
  const identity = await generateX25519Identity()
  const encrypted = await buffer(encryptAge(identity, once(randomBytes(200_000))))
  let isEnded = false
  async function* interrupted() {
    try {
      yield encrypted.subarray(0, 100_000)
      throw new AppError('UNAVAILABLE')
    } finally {
      isEnded = true
    }
  }
  await expect(buffer(decryptAge(identity, interrupted()))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
  expect(isEnded).toBe(true)
})

test('a reader that stops early ends the stream of the storage', async () => {
  const identity = await generateX25519Identity()
  const encrypted = await buffer(encryptAge(identity, once(randomBytes(200_000))))
  let isEnded = false
  async function* endless() {
    try {
      yield encrypted
      yield encrypted
    } finally {
      isEnded = true
    }
  }
  for await (const _ of decryptAge(identity, endless())) break
  expect(isEnded).toBe(true)
})

test('decrypts a file however it is divided', async () => {
  const identity = await generateX25519Identity()
  const bytes = randomBytes(70_000)
  const encrypted = await buffer(encryptAge(identity, once(bytes)))
  async function* divided(size: number) {
    for (let start = 0; start < encrypted.length; start += size)
      yield encrypted.subarray(start, start + size)
  }
  for (const size of [199, 216, 1_000, 65_552])
    expect(bytes.equals(await buffer(decryptAge(identity, divided(size))))).toBe(true)
})

test.each([
  ['another content', { sha256: '0'.repeat(64) }],
  ['a shorter one', { size: 299_999 }],
])('withholds the end of a file if %s was expected', async (_, change) => {
  const { identity, chunks, ...facts } = await encryptFile(randomBytes(300_000), 300_000)
  let received = 0
  const read = async () => {
    const encrypted = once(Buffer.concat(chunks))
    for await (const bytes of decryptFile(identity, encrypted, { ...facts, ...change }))
      received += bytes.length
  }
  await expect(read()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  expect(received).toBe(4 * KIB_64)
})

test('yields to other work while a large file is encrypted and decrypted', async () => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  const { identity, chunks, ...facts } = await encryptFile(Buffer.alloc(2 ** 23), 2 ** 23)
  const whileEncrypting = ticks
  for await (const _ of decryptFile(identity, once(Buffer.concat(chunks)), facts));
  clearInterval(timer)
  expect(whileEncrypting).toBeGreaterThan(3)
  expect(ticks - whileEncrypting).toBeGreaterThan(3)
})
