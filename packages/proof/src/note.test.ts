import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { concat, fromBase64, fromHex, toBase64, utf8 } from './bytes.ts'
import { formatCheckpoint, openCheckpoint, readCheckpoint, signCheckpoint } from './checkpoint.ts'
import { derivePublicKey, signEd25519, verifyEd25519 } from './ed25519.ts'
import {
  formatVkey,
  generateKey,
  openNote,
  parseNote,
  parsePrivateKey,
  parseVkey,
  signNote,
  type VerifierKey,
} from './note.ts'

// The example from c2sp.org/signed-note.
const VKEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const NOTE =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'

test('opens the example of the specification', () => {
  expect(openNote(NOTE, parseVkey(VKEY))).toBe('This is an example message.\n')
  expect(formatVkey(parseVkey(VKEY))).toBe(VKEY)
})

test('changing any character of a note with one signature is detected', () => {
  const key = parseVkey(VKEY)
  for (let i = 0; i < NOTE.length; i++) {
    const changed =
      NOTE.slice(0, i) + String.fromCharCode(NOTE.charCodeAt(i) ^ 1) + NOTE.slice(i + 1)
    expect(() => openNote(changed, key)).toThrow(expect.objectContaining({ name: 'ProofError' }))
  }
})

function setup(name = 'inkproof.example/log-1') {
  const { privateKey, vkey } = generateKey(name)
  const signer = parsePrivateKey(privateKey)
  const verifier = parseVkey(vkey)
  const state = { origin: name, size: 12n, root: new Uint8Array(32).fill(5) }
  return { privateKey, vkey, signer, verifier, state }
}

test('Node verifies signatures made by this package, and vice versa', () => {
  const { signer } = setup()
  const pkcs8 = concat(fromHex('302e020100300506032b657004220420'), signer.seed)
  const secret = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  const message = utf8('any text')
  expect(verify(null, message, createPublicKey(secret), signEd25519(signer.seed, message))).toBe(
    true,
  )
  const signature = new Uint8Array(sign(null, message, secret))
  expect(verifyEd25519(derivePublicKey(signer.seed), message, signature)).toBe(true)
  expect(verifyEd25519(derivePublicKey(signer.seed), utf8('any texT'), signature)).toBe(false)
})

test('agrees with noble on valid and altered signatures', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array(),
      fc.nat(),
      (seed, message, bit) => {
        const key = derivePublicKey(seed)
        expect(key).toEqual(ed25519.getPublicKey(seed))
        const good = signEd25519(seed, message)
        expect(good).toEqual(ed25519.sign(message, seed))
        const bad = good.map((byte, i) => (i === (bit >> 3) % 64 ? byte ^ (1 << (bit & 7)) : byte))
        for (const signature of [good, bad]) {
          const theirs = ed25519.verify(signature, message, key, { zip215: false })
          expect(verifyEd25519(key, message, signature)).toBe(theirs)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test.each([
  ['a key of 31 bytes', 31, 64],
  ['a signature of 63 bytes', 32, 63],
  ['a signature of 65 bytes', 32, 65],
])('refuses %s', (_name, keyLength, length) => {
  const key = derivePublicKey(new Uint8Array(32)).slice(0, keyLength)
  expect(verifyEd25519(key, utf8('x'), new Uint8Array(length))).toBe(false)
})

test('rejects a key that is not a point, and a non-canonical encoding of one (RFC 8032 §5.1.3)', () => {
  const nonCanonical = new Uint8Array(32).fill(255).fill(0xee, 0, 1).fill(0x7f, 31)
  for (const key of [new Uint8Array(32).fill(2), nonCanonical]) {
    expect(verifyEd25519(key, utf8('x'), new Uint8Array(64))).toBe(false)
  }
})

test('rejects a second encoding of a signature: s + L (RFC 8032 §5.1.7)', () => {
  const { signer } = setup()
  const message = utf8('any text')
  const signature = signEd25519(signer.seed, message)
  let s = 0n
  for (let i = 63; i >= 32; i--) s = (s << 8n) | BigInt(signature[i] as number)
  s += 2n ** 252n + 27742317777372353535851937790883648493n
  const second = signature.map((byte, i) =>
    i < 32 ? byte : Number((s >> BigInt(8 * (i - 32))) & 255n),
  )
  expect(verifyEd25519(signer.publicKey, message, second)).toBe(false)
})

test('rejects a key of small order, for which one signature fits any text', () => {
  const identity = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0))
  const signature = concat(identity, new Uint8Array(32))
  expect(verifyEd25519(identity, utf8('any text'), signature)).toBe(false)
})

test('a checkpoint is three lines in a note, and round-trips', () => {
  const { signer, verifier, state } = setup()
  const note = signCheckpoint(state, signer)
  expect(formatCheckpoint(state)).toBe(
    'inkproof.example/log-1\n12\nBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=\n',
  )
  expect(openCheckpoint(note, verifier)).toEqual(state)
  expect(readCheckpoint(note)).toEqual(state)
})

test('ignores signatures by unknown keys', () => {
  const { signer, verifier, state } = setup()
  const witness = parsePrivateKey(generateKey('witness.example').privateKey)
  const note = signNote(formatCheckpoint(state), [witness, signer])
  expect(openCheckpoint(note, verifier)).toEqual(state)
  expect(parseNote(note).signatures.map((line) => line.name)).toEqual([
    'witness.example',
    signer.name,
  ])
})

test('refuses a note when one of several signatures by a known key is invalid', () => {
  const { signer, verifier, state } = setup()
  const note = signCheckpoint(state, signer)
  const bad = toBase64(concat(signer.id, new Uint8Array(64)))
  expect(() => openCheckpoint(`${note}— ${signer.name} ${bad}\n`, verifier)).toThrow(
    expect.objectContaining({ code: 'BAD_SIGNATURE' }),
  )
})

test('refuses a checkpoint with a different origin, even if the key has signed it', () => {
  const { signer, verifier, state } = setup()
  const note = signNote(formatCheckpoint({ ...state, origin: 'elsewhere.example' }), [signer])
  expect(() => openCheckpoint(note, verifier)).toThrow(
    expect.objectContaining({ code: 'WRONG_ORIGIN' }),
  )
  expect(() => signCheckpoint({ ...state, origin: 'elsewhere.example' }, signer)).toThrow(
    expect.objectContaining({ code: 'BAD_KEY' }),
  )
})

test('refuses a different key with the same name', () => {
  const { signer, state } = setup()
  const other: VerifierKey = setup().verifier
  expect(() => openCheckpoint(signCheckpoint(state, signer), other)).toThrow(
    expect.objectContaining({ code: 'NOT_SIGNED' }),
  )
})

test.each([
  ['four lines', 'a\n1\nBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=\nmore\n'],
  ['two lines', 'a\n1\n'],
  ['no origin', '\n1\nBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=\n'],
  ['a leading zero', 'a\n01\nBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=\n'],
  ['a short root', 'a\n1\nBQUF\n'],
])('refuses a checkpoint with %s', (_name, text) => {
  const { signer } = setup('a')
  const run = () => openCheckpoint(signNote(text, [signer]), signer)
  expect(run).toThrow(expect.objectContaining({ name: 'ProofError' }))
})

test.each([
  ['no blank line', 'text\n— a AAAAAAA=\n'],
  ['no newline at the end', 'text\n\n— a AAAAAAA='],
  ['a carriage return', 'text\r\n\n— a AAAAAAA=\n'],
  ['a malformed signature line', 'text\n\n- a AAAAAAA=\n'],
  ['a key name with a plus', 'text\n\n— a+b AAAAAAA=\n'],
  ['a key name with an invisible character', 'text\n\n— a\u200db AAAAAAA=\n'],
  ['a key name with a bidirectional override', 'text\n\n— a\u202eb AAAAAAA=\n'],
  ['a key name with a non-ASCII space', 'text\n\n— a\u2800b AAAAAAA=\n'],
  ['a key name with a zero-width character', 'text\n\n— a\ufe0fb AAAAAAA=\n'],
  ['a key name of 129 characters', `text\n\n— ${'a'.repeat(129)} AAAAAAA=\n`],
  ['a signature that contains only a key ID', 'text\n\n— a AAAAAA==\n'],
  ['65 signatures', `text\n\n${'— a AAAAAAA=\n'.repeat(65)}`],
])('refuses a note with %s', (_name, note) => {
  expect(() => parseNote(note)).toThrow(expect.objectContaining({ name: 'ProofError' }))
})

/** The part after the name and hash of a key string; base64 may itself contain plus signs. */
const BODY = /(?<=\+[0-9a-f]{8}\+).*$/

test.each([
  ['a different name', (key: string) => `x${key}`],
  ['a different hash', (key: string) => key.replace(/\+[0-9a-f]{8}\+/, '+00000000+')],
  [
    'a different type',
    (key: string) => key.replace(BODY, (b) => toBase64(fromBase64(b).fill(2, 0, 1))),
  ],
  [
    'a missing byte',
    (key: string) => key.replace(BODY, (b) => toBase64(fromBase64(b).slice(0, 32))),
  ],
  ['no content', () => ''],
])('refuses key strings with %s', (_name, change) => {
  const { privateKey, vkey } = setup()
  expect(() => parseVkey(change(vkey))).toThrow(expect.objectContaining({ name: 'ProofError' }))
  const secret = change(privateKey.slice('PRIVATE+KEY+'.length))
  expect(() => parsePrivateKey(`PRIVATE+KEY+${secret}`)).toThrow(
    expect.objectContaining({ name: 'ProofError' }),
  )
})

test('the error for a malformed private key does not contain the key', () => {
  const { privateKey } = setup()
  const secret = BODY.exec(privateKey)?.[0] as string
  expect(() => parsePrivateKey(`x${privateKey}`)).not.toThrow(secret)
})
