/**
 * The secrets of links to signing requests, and the codes that are mailed to recipients. Both are derived when an e-mail is
 * composed and when a call is checked; neither is stored.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What a link is derived from. Another address or epoch gives another link. */
export type LinkSubject = {
  envelopeId: string
  recipientId: string
  /** Normalized. */
  address: string
  /** 1 for the original recipient, 2 for who replaced them (envelopes/actor.ts, epochOf). */
  epoch: number
}

/** What a code is derived from. `nonce` is from {@link LinkSecrets.newNonce}; `thumbprint` is that of the key, hex. */
export type CodeSubject = {
  nonce: string
  envelopeId: string
  recipientId: string
  thumbprint: string
}

export type LinkSecrets = {
  /** Returns the secret of a link: ID of the newest key and HMAC. */
  secretOf(subject: LinkSubject): string
  isSecretOf(secret: string, subject: LinkSubject): boolean
  /** Returns what makes a code unique: the ID of the newest key and 16 random bytes. */
  newNonce(): string
  /** Returns six digits; undefined if the key of the nonce is no longer in the ring. */
  codeOf(subject: CodeSubject): string | undefined
  isCodeOf(code: string, subject: CodeSubject): boolean
}

const LINK = 'inkproof/signing-link/v1\0'
const CODE = 'inkproof/signing-code/v1\0'
const CODE_DIGITS = 6

/**
 * @param keys of INVITATION_KEYS, newest first
 * @param origin the installation's public origin, so that no link works on another installation with the same keys
 */
export function createLinkSecrets(keys: readonly string[], origin: string): LinkSecrets {
  const ring = new Map(keys.map(splitKey))
  const [newest = ''] = ring.keys()

  const linkHmac = (id: string, { address, envelopeId, epoch, recipientId }: LinkSubject) =>
    hmac(ring.get(id), LINK, [origin, envelopeId, recipientId, address, String(epoch)])

  function codeOf({ envelopeId, nonce, recipientId, thumbprint }: CodeSubject) {
    const bytes = hmac(ring.get(keyIdOf(nonce)), CODE, [nonce, envelopeId, recipientId, thumbprint])
    // With 48 bits, all codes are practically equally likely.
    const number = bytes && bytes.readUIntBE(0, 6) % 10 ** CODE_DIGITS
    return number === undefined ? undefined : String(number).padStart(CODE_DIGITS, '0')
  }

  return {
    secretOf: (subject) => `${newest}.${linkHmac(newest, subject)?.toString('base64url')}`,
    isSecretOf: (secret, subject) => {
      const expected = linkHmac(keyIdOf(secret), subject)
      const given = Buffer.from(secret.slice(secret.indexOf('.') + 1), 'base64url')
      return expected !== undefined && isEqual(given, expected)
    },
    newNonce: () => `${newest}.${randomBytes(16).toString('base64url')}`,
    codeOf,
    isCodeOf: (code, subject) => {
      const expected = codeOf(subject)
      return expected !== undefined && isEqual(Buffer.from(code), Buffer.from(expected))
    },
  }
}

function splitKey(key: string): [string, Buffer] {
  const id = keyIdOf(key)
  return [id, Buffer.from(key.slice(id.length + 1), 'base64url')]
}

function keyIdOf(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf('.')))
}

/** Returns undefined without a key. Each part is preceded by its length in bytes, as 4 bytes. */
function hmac(key: Buffer | undefined, purpose: string, parts: readonly string[]) {
  if (key === undefined) return undefined
  const mac = createHmac('sha256', key).update(purpose)
  for (const part of parts) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(Buffer.byteLength(part))
    mac.update(length).update(part)
  }
  return mac.digest()
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
