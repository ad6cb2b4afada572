/** The key of this browser, of a wallet or a passkey for a link, and the mailed code that binds it to the person. */
import {
  bindKeyByLink,
  handOverByLink,
  requestSigningCode,
} from '@inkproof/protocol/calls/signing-links'
import type { LinkedRequest, SentSigningCode } from '@inkproof/protocol/signing-links'
import { call } from '@inkproof/slice-parts/call'
import type { Signer } from '../key-choice/use-key-choice.ts'
import { isBoundKey } from '../signing/is-bound-key.ts'
import { callWith, prepareKey as prepareOwnKey } from '../signing/prepare-key.ts'
import { readKey, type StoredKey } from '../signing/signing-db.ts'
import { keyBody } from '../signing/statement.ts'
import { type Link, proofOf } from './link.ts'
import { openLink } from './use-linked-request.ts'

/** Returns this browser's key for the link; null if it has none. */
export function findKey({ id }: Link, { you }: LinkedRequest): Promise<StoredKey | null> {
  return readKey(id, you.id, ownerOf(id))
}

/**
 * Returns the key for the link: that of the wallet, the passkey, or this browser's, which is made if there is none.
 *
 * @throws as `prepareKey` of signing
 */
export async function prepareKey(
  link: Link,
  { basis, you }: LinkedRequest,
  signer: Signer,
): Promise<StoredKey> {
  const { id } = link
  const owner = { envelope: id, recipient: you.id, accountId: ownerOf(id) }
  const stored = await readKey(id, you.id, ownerOf(id))
  return prepareOwnKey(owner, stored, { basis, signer, name: you.name })
}

/** Whether this key is the one that is bound to the person. */
export function isBound({ basis }: LinkedRequest, key: StoredKey | null): boolean {
  return isBoundKey(basis, key)
}

/**
 * Asks for a code by e-mail that works with this key only.
 *
 * @throws RequestError, and as {@link prepareKey}
 */
export async function sendCode(
  link: Link,
  request: LinkedRequest,
  signer: Signer,
): Promise<SentSigningCode> {
  const key = await prepareKey(link, request, signer)
  const body = { ...proofOf(link), ...keyBody(key) }
  return callWith(key, () => call(requestSigningCode, { params: { id: link.id }, body }))
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
  const body = { ...proofOf(link), ...keyBody(key), code }
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
  { code, signer }: { code: string; signer: Signer },
): Promise<{ to: string }> {
  const key = await prepareKey(link, request, signer)
  const body = { ...proofOf(link), ...person, ...keyBody(key), code }
  return call(handOverByLink, { params: { id: link.id }, body })
}

/** Keys of links are kept apart from those of accounts. */
function ownerOf(id: string): string {
  return `link:${id}`
}
