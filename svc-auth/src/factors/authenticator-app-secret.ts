/** Encrypts the secret of an authenticator app for storage, and decrypts it. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a secret and binds it to its account: a copy stored for another account cannot be decrypted. */
export function encryptSecret(key: Buffer, accountId: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(accountId))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')
}

/**
 * Decrypts a stored secret.
 *
 * @throws Error if it was modified, copied to another account, or encrypted with another AUTH_KEY.
 */
export function decryptSecret(key: Buffer, accountId: string, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const encrypted = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(accountId))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([cipher.update(encrypted), cipher.final()]).toString('utf8')
}
