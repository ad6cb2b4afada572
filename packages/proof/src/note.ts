/**
 * C2SP signed-note with Ed25519 keys: text, a blank line, signature lines.
 * https://c2sp.org/signed-note
 *
 * Key strings have the format of the Go tools (golang.org/x/mod/sumdb/note): `name+keyid+base64(01
 * ‖ public key)` and `PRIVATE+KEY+name+keyid+base64(01 ‖ seed)`.
 */
import { concat, equal, fromBase64, fromHex, randomBytes, toBase64, toHex, utf8 } from './bytes.ts'
import { derivePublicKey, type Ed25519, signEd25519, verifyEd25519 } from './ed25519.ts'
import { must } from './proof-error.ts'
import { sha256 } from './sha256.ts'

/** A key that verifies notes: its name, the 4-byte key ID, the public key (32 bytes for Ed25519). */
export type VerifierKey = { name: string; id: Uint8Array; publicKey: Uint8Array }

/** A key that signs notes. `seed` is secret. */
export type SignerKey = VerifierKey & { seed: Uint8Array }

/** One signature line: `— name base64(id ‖ signature)`. */
export type NoteSignature = { name: string; id: Uint8Array; signature: Uint8Array }

/** A parsed note, not verified. `text` ends in a newline. */
export type Note = { text: string; signatures: NoteSignature[] }

/** Signature type of a log's key: Ed25519 over the text of the note. */
export const LOG_KEY = 1
/** Signature type of a witness's key: timestamped Ed25519 cosignature. https://c2sp.org/tlog-cosignature */
export const WITNESS_KEY = 4
/** Signature type of a witness's ML-DSA-44 key, which is parsed but not verified. */
export const ML_DSA_WITNESS_KEY = 6

/** A signature type of c2sp.org/signed-note that this package can parse. */
export type KeyType = typeof LOG_KEY | typeof WITNESS_KEY | typeof ML_DSA_WITNESS_KEY

const MAX_SIGNATURES = 64

/**
 * Generates an Ed25519 key pair for a name, as the two strings to store: `privateKey` is secret, `vkey`
 * public.
 */
export function generateKey(
  name: string,
  type: Ed25519KeyType = LOG_KEY,
): { privateKey: string; vkey: string } {
  const seed = randomBytes(32)
  const key = verifierKey(name, derivePublicKey(seed), type)
  const body = toBase64(concat(Uint8Array.of(type), seed))
  return {
    privateKey: `PRIVATE+KEY+${name}+${toHex(key.id)}+${body}`,
    vkey: formatVkey(key, type),
  }
}

/**
 * Creates a verifier key with its ID: SHA-256(name ‖ LF ‖ type ‖ public key)[:4].
 *
 * @throws ProofError BAD_KEY
 */
export function verifierKey(
  name: string,
  publicKey: Uint8Array,
  type: KeyType = LOG_KEY,
): VerifierKey {
  must(
    isKeyName(name),
    'BAD_KEY',
    'A key name must be 1 to 128 printable ASCII characters, without spaces or plus signs.',
  )
  must(
    publicKey.length === keyLength(type),
    'BAD_KEY',
    'A public key of type {type} must be {length} bytes long.',
    { type, length: keyLength(type) },
  )
  const id = sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, 4)
  return { name, id, publicKey }
}

/** Formats a verifier key as `name+keyid+base64(type ‖ public key)`. */
export function formatVkey(key: VerifierKey, type: KeyType = LOG_KEY): string {
  return `${key.name}+${toHex(key.id)}+${toBase64(concat(Uint8Array.of(type), key.publicKey))}`
}

/** Parses a verifier key string of this type. @throws ProofError BAD_KEY, BAD_BASE64 */
export function parseVkey(vkey: string, type: KeyType = LOG_KEY): VerifierKey {
  const parts = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(vkey)
  must(parts, 'BAD_KEY', 'Expected a key of the form name+hash+base64.')
  const [, name = '', id = '', body = ''] = parts
  const key = verifierKey(name, decodeKey(body, type), type)
  must(
    equal(key.id, fromHex(id)),
    'BAD_KEY',
    'The hash in the key does not match its name and bytes.',
  )
  return key
}

/** Parses a private key string. @throws ProofError BAD_KEY, BAD_BASE64; the error never contains the key */
export function parsePrivateKey(text: string, type: Ed25519KeyType = LOG_KEY): SignerKey {
  const parts = /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text)
  must(parts, 'BAD_KEY', 'Expected a key of the form PRIVATE+KEY+name+hash+base64.')
  const [, name = '', id = '', body = ''] = parts
  const seed = decodeKey(body, type)
  const key = verifierKey(name, derivePublicKey(seed), type)
  must(
    equal(key.id, fromHex(id)),
    'BAD_KEY',
    'The hash in the key does not match its name and bytes.',
  )
  return { ...key, seed }
}

/** Signs text as a note. @throws ProofError BAD_NOTE when the text is not valid for a note */
export function signNote(text: string, signers: readonly SignerKey[]): string {
  must(text.endsWith('\n') && isNoteText(text), 'BAD_NOTE', 'This text cannot be signed as a note.')
  const message = utf8(text)
  const lines = signers.map((key) => formatSignature(key, signEd25519(key.seed, message)))
  return `${text}\n${lines.join('')}`
}

/** Formats a signature line, `— name base64(id ‖ signature)`, including its newline. */
export function formatSignature(key: VerifierKey, signature: Uint8Array): string {
  return `— ${key.name} ${toBase64(concat(key.id, signature))}\n`
}

/** Parses a note without verifying anything. @throws ProofError BAD_NOTE, BAD_BASE64 */
export function parseNote(note: string): Note {
  must(
    isNoteText(note),
    'BAD_NOTE',
    'A note cannot contain control characters other than newlines.',
  )
  const split = note.lastIndexOf('\n\n')
  must(
    split > 0 && note.endsWith('\n'),
    'BAD_NOTE',
    'A note must consist of text, a blank line and signatures.',
  )
  const lines = note.slice(split + 2, -1).split('\n')
  must(lines.length <= MAX_SIGNATURES, 'BAD_NOTE', 'The note has too many signatures.')
  return { text: note.slice(0, split + 1), signatures: lines.map(parseSignature) }
}

/**
 * Returns the text of a note after verifying this key's signatures: at least one, and all valid. Signatures by other
 * keys are ignored.
 *
 * @param verifySignature a faster Ed25519, such as Node's
 * @throws ProofError BAD_NOTE, BAD_BASE64, NOT_SIGNED (no signature by this key), BAD_SIGNATURE
 */
export function openNote(
  note: string,
  key: VerifierKey,
  verifySignature: Ed25519 = verifyEd25519,
): string {
  const { text, signatures } = parseNote(note)
  const matchingSignatures = signatures.filter((line) => isSignedBy(line, key))
  must(matchingSignatures.length > 0, 'NOT_SIGNED', 'The note has no signature by {name}+{id}.', {
    name: key.name,
    id: toHex(key.id),
  })
  const message = utf8(text)
  const isValid = matchingSignatures.every((line) =>
    verifySignature(key.publicKey, message, line.signature),
  )
  must(isValid, 'BAD_SIGNATURE', 'The signature of {name} does not match the note.', {
    name: key.name,
  })
  return text
}

/** Checks whether a signature line names this key. The signature itself is not verified. */
export function isSignedBy(line: NoteSignature, key: VerifierKey): boolean {
  return line.name === key.name && equal(line.id, key.id)
}

type Ed25519KeyType = Exclude<KeyType, typeof ML_DSA_WITNESS_KEY>

function keyLength(type: KeyType): number {
  return type === ML_DSA_WITNESS_KEY ? 1312 : 32
}

function decodeKey(base64: string, type: KeyType): Uint8Array {
  const bytes = fromBase64(base64)
  const isValid = bytes.length === 1 + keyLength(type) && bytes[0] === type
  must(isValid, 'BAD_KEY', 'Expected a key of type {type}.', { type })
  return bytes.slice(1)
}

function parseSignature(line: string): NoteSignature {
  const parts = /^— (\S+) ([A-Za-z0-9+/]+=*)$/u.exec(line)
  must(parts, 'BAD_NOTE', 'A signature line does not have the form “— name base64”.')
  const [, name = '', base64 = ''] = parts
  must(isKeyName(name), 'BAD_NOTE', 'A signature line has an invalid key name.')
  const bytes = fromBase64(base64)
  must(bytes.length > 4, 'BAD_NOTE', 'A signature is too short.')
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/**
 * Accepts 1 to 128 printable ASCII characters except space and plus. C2SP excludes only plus signs and Unicode spaces.
 * This check is stricter, because the name is shown inside the verdict's sentence, where invisible or space-like
 * characters could forge a different statement.
 */
function isKeyName(name: string): boolean {
  return /^[!-*,-~]{1,128}$/.test(name)
}

function isNoteText(text: string): boolean {
  return !/\p{Cc}/u.test(text.replaceAll('\n', ''))
}
