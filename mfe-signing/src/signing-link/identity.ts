/** The key of this browser for a link, and the mailed code that binds it to the person. */
import { toHex } from '@inkproof/proof/bytes'
import {
  bindKeyByLink,
  handOverByLink,
  requestSigningCode,
} from '@inkproof/protocol/calls/signing-links'
import type { LinkedRequest, SentSigningCode } from '@inkproof/protocol/signing-links'
import { createSigningKey } from '@inkproof/signing/p256'
import { keyThumbprint } from '@inkproof/signing/public-key'
import { call } from '@inkproof/slice-parts/call'
import { readKey, type StoredKey, writeKeyOnce } from '../signing/signing-db.ts'
import { encodePoint } from '../signing/statement.ts'
import { type Link, proofOf } from './link.ts'
import { openLink } from './use-linked-request.ts'

/** Returns this browser's key for the link; null if it has none. */
export function findKey({ id }: Link, { you }: LinkedRequest): Promise<StoredKey | null> {
  return readKey(id, you.id, ownerOf(id))
}

/** Returns this browser's key for the link, which is made if there is none. It cannot be exported. */
export async function prepareKey(link: Link, request: LinkedRequest): Promise<StoredKey> {
  const { id } = link
  const existing = await findKey(link, request)
  if (existing) return existing
  const pair = await createSigningKey()
  const owner = { envelope: id, recipient: request.you.id, accountId: ownerOf(id) }
  return writeKeyOnce({ ...pair, ...owner, statement: null })
}

/** Whether this key is the one that is bound to the person. */
export function isBound({ basis }: LinkedRequest, key: StoredKey | null): boolean {
  return key !== null && basis.key?.thumbprint === toHex(keyThumbprint(key.publicKey))
}

/** Asks for a code by e-mail that works with this browser's key only. @throws RequestError */
export async function sendCode(link: Link, request: LinkedRequest): Promise<SentSigningCode> {
  const { publicKey } = await prepareKey(link, request)
  const body = { ...proofOf(link), publicKey: encodePoint(publicKey) }
  return call(requestSigningCode, { params: { id: link.id }, body })
}

/**
 * Binds the key with a mailed code. If another key is bound already, the returned request says that this one waits for the
 * sender. A code works once, so after a lost response the state of the request decides.
 *
 * @throws RequestError
 */
export async function bindWithCode(
  link: Link,
  key: StoredKey,
  code: string,
): Promise<LinkedRequest> {
  const body = { ...proofOf(link), publicKey: encodePoint(key.publicKey), code }
  try {
    return await call(bindKeyByLink, { params: { id: link.id }, body })
  } catch (error) {
    const reached = await openLink(link).catch(() => null)
    if (reached && (isBound(reached, key) || reached.waitsForRelease)) return reached
    throw error
  }
}

/** Hands the request over to another person. @throws RequestError */
export async function handOverWithCode(
  link: Link,
  request: LinkedRequest,
  person: { name: string; email: string },
  code: string,
): Promise<{ to: string }> {
  const { publicKey } = await prepareKey(link, request)
  const body = { ...proofOf(link), ...person, publicKey: encodePoint(publicKey), code }
  return call(handOverByLink, { params: { id: link.id }, body })
}

/** Keys of links are kept apart from those of accounts. */
function ownerOf(id: string): string {
  return `link:${id}`
}
