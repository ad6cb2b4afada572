/** Signs, approves or declines with the key of this browser, which is bound first. */
import {
  declineByLink,
  signByLink,
  uploadAttachmentByLink,
} from '@inkproof/protocol/calls/signing-links'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { call } from '@inkproof/slice-parts/call'
import { hasCode } from '../signing/failure.ts'
import type { FinalValue } from '../signing/final-values.ts'
import { RENDERER } from '../signing/renderer.ts'
import { removeStatement, type StoredKey, writeKeyOnce } from '../signing/signing-db.ts'
import { encodePoint, makeStatement } from '../signing/statement.ts'
import { uploadAttachments } from '../signing/upload-attachments.ts'
import { bindWithCode, isBound, prepareKey } from './identity.ts'
import { type Link, proofOf } from './link.ts'

/** What happens when the person confirms. */
export type Action =
  | {
      type: 'sign' | 'approve'
      /** The basis that was checked. */
      basis: SigningBasis
      values: readonly FinalValue[]
      viewed: ReadonlySet<number>
    }
  /** `reason` may be empty. */
  | { type: 'decline'; reason: string }

type Confirmed = {
  link: Link
  request: LinkedRequest
  action: Action
  /** The mailed code; null if this browser's key is bound. */
  code: string | null
  /** Receives the request after each step, so that a repetition continues there. */
  onRequest: (request: LinkedRequest) => void
}

/**
 * Binds the key if needed, then makes the statement, unless the key has to wait for the sender. A refusal is sent at once. A
 * statement to sign or approve is only stored; the page then sends the stored one, so nothing can be signed twice.
 *
 * @throws RequestError, or Error with a sentence for the user
 */
export async function actByLink({
  action,
  code,
  link,
  onRequest,
  request,
}: Confirmed): Promise<void> {
  const key = await prepareKey(link, request)
  const bound = code === null ? request : await bindWithCode(link, key, code)
  onRequest(bound)
  const boundBy = bound.basis.key?.boundBy
  if (!isBound(bound, key) || boundBy === undefined) return
  if (action.type === 'decline') {
    const { basis } = bound
    const { reason, type: act } = action
    const input = { key, basis, boundBy, act, reason, values: [], viewed: [] }
    const body = await makeStatement({ ...input, renderer: RENDERER, now: new Date() })
    const params = { id: link.id }
    onRequest(await call(declineByLink, { params, body: { ...proofOf(link), ...body } }))
    return
  }
  const { basis, type: act, values, viewed } = action
  const input = { key, basis, boundBy, act, values, viewed, renderer: RENDERER, now: new Date() }
  if (key.statement === null) await uploadByLink(link, key, values)
  const statement = key.statement ?? (await makeStatement(input))
  await writeKeyOnce({ ...key, statement })
  onRequest(bound)
}

/** Only the browser of the bound key knows the public key before the request is completed. */
function uploadByLink(link: Link, { publicKey }: StoredKey, values: readonly FinalValue[]) {
  const proof = { ...proofOf(link), publicKey: encodePoint(publicKey) }
  return uploadAttachments(values, (attachment, file) =>
    call(uploadAttachmentByLink, { query: { id: link.id, ...attachment }, proof, file }),
  )
}

/** Sends the stored statement of a key. Repeating it changes nothing. @throws RequestError */
export async function sendByLink(link: Link, key: StoredKey): Promise<LinkedRequest> {
  const statement = key.statement ?? { signedStatement: '', appearances: [] }
  const body = { ...proofOf(link), ...statement }
  try {
    return await call(signByLink, { params: { id: link.id }, body })
  } catch (error) {
    if (hasCode(error, 'STATEMENT_REFUSED', 'INVALID_INPUT')) await removeStatement(key)
    throw error
  }
}
