import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { openCheckpoint, signCheckpoint } from './checkpoint.ts'
import { generateKey, openNote, parsePrivateKey, parseVkey, signNote } from './note.ts'
import {
  openRevocationReceipt,
  type RevocationReceipt,
  signRevocationReceipt,
} from './revocation-receipt.ts'

const ORIGIN = 'inkproof.example/log-1'
const [vector] = JSON.parse(
  readFileSync(new URL('../vectors/revocation-receipt.json', import.meta.url), 'utf8'),
) as [{ vkey: string; note: string }]

test('vector: seven lines and an Ed25519 signature that OpenSSL accepts', () => {
  const [text = '', line = ''] = vector.note.split('\n\n')
  const sha256 = (value: string) => createHash('sha256').update(value).digest('base64')
  expect(text.split('\n')).toEqual([
    'inkproof/revocation-receipt/v1',
    ORIGIN,
    '9223372036854775808',
    expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    sha256('revoking entry'),
    '2026-11-20T09:30:15Z',
    '2026-11-21T09:30:15Z',
  ])
  const x = Buffer.from(vector.vkey.split('+').slice(2).join('+'), 'base64').subarray(1)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signature = Buffer.from(line.trim().split(' ').at(-1) ?? '', 'base64').subarray(4)
  expect(verify(null, Buffer.from(`${text}\n`), key, signature)).toBe(true)
  expect(openRevocationReceipt(vector.note, parseVkey(vector.vkey)).index).toBe(2n ** 63n)
})

function setup() {
  const key = parsePrivateKey(generateKey(ORIGIN).privateKey)
  const receipt: RevocationReceipt = {
    origin: ORIGIN,
    index: 12n,
    entry: new Uint8Array(32).fill(1),
    revocation: new Uint8Array(32).fill(2),
    requestedAt: new Date('2026-11-20T09:30:15Z'),
    deadline: new Date('2026-11-21T09:30:15Z'),
  }
  return { key, receipt, note: signRevocationReceipt(receipt, key) }
}

test('a receipt round-trips', () => {
  const { key, receipt, note } = setup()
  expect(openRevocationReceipt(note, key)).toEqual(receipt)
})

test('every changed line is detected', () => {
  const { key, note } = setup()
  const lines = note.split('\n').slice(0, 7)
  for (const line of lines)
    expect(() => openRevocationReceipt(note.replace(line, `${line}0`), key)).toThrow(
      expect.objectContaining({ name: 'ProofError' }),
    )
})

test('a receipt of another key is refused', () => {
  const { note } = setup()
  expect(() => openRevocationReceipt(note, setup().key)).toThrow(
    expect.objectContaining({ code: 'NOT_SIGNED' }),
  )
})

test('a receipt is no checkpoint, and a checkpoint no receipt', () => {
  const { key, note } = setup()
  expect(() => openCheckpoint(note, key)).toThrow(expect.objectContaining({ name: 'ProofError' }))
  const checkpoint = signCheckpoint({ origin: ORIGIN, size: 1n, root: new Uint8Array(32) }, key)
  expect(openNote(checkpoint, key)).toContain(ORIGIN)
  expect(() => openRevocationReceipt(checkpoint, key)).toThrow(
    expect.objectContaining({ code: 'BAD_RECEIPT' }),
  )
})

test('a key does not sign for another log, and not a receipt that it would not accept', () => {
  const { key, receipt } = setup()
  for (const change of [{ origin: 'elsewhere' }, { entry: new Uint8Array(31) }])
    expect(() => signRevocationReceipt({ ...receipt, ...change }, key)).toThrow(
      expect.objectContaining({ code: 'BAD_RECEIPT' }),
    )
})

test.each<[string, (text: string) => string]>([
  ['of another log', (text) => text.replace(ORIGIN, 'elsewhere')],
  ['with an index that is no number', (text) => text.replace('\n12\n', '\n012\n')],
  ['with a short hash', (text) => text.replace(/\n[A-Za-z0-9+/]{43}=\n/, '\nAAAA\n')],
  ['with an impossible date', (text) => text.replace('2026-11-20', '2026-02-30')],
  ['with milliseconds', (text) => text.replace('15Z', '15.000Z')],
  ['without a deadline', (text) => text.replace(/\n[^\n]+\n$/, '\n')],
  ['with another line', (text) => `${text}x\n`],
])('a signed note %s is refused', (_name, change) => {
  const { key, note } = setup()
  const text = change(openNote(note, key))
  expect(() => openRevocationReceipt(signNote(text, [key]), key)).toThrow(
    expect.objectContaining({ name: 'ProofError' }),
  )
})
