/** Signs, approves or declines with the key of this browser or of a wallet, which is bound first. */
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
import {
  isWalletKey,
  removeStatement,
  replaceKey,
  type StoredKey,
  writeKeyOnce,
} from '../signing/signing-db.ts'
import { keyBody, makeStatement } from '../signing/statement.ts'
import { uploadAttachments } from '../signing/upload-attachments.ts'
import { askForBinding, type SigningWallet } from '../wallet/ask-wallet.ts'
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
  /** The mailed code; null if the key is bound. */
  code: string | null
  /** The wallet that signs; null for a key of this browser. */
  wallet: SigningWallet | null
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
  wallet,
}: Confirmed): Promise<void> {
  const { name } = request.you
  const key = await prepareKey(link, request, wallet)
  const bound = code === null ? request : await bindWithCode(link, key, code)
  onRequest(bound)
  const boundBy = bound.basis.key?.boundBy
  if (!isBound(bound, key) || boundBy === undefined) return
  if (action.type === 'decline') {
    const { basis } = bound
    const { reason, type: act } = action
    const input = { key, wallet, name, basis, boundBy, act, reason, values: [], viewed: [] }
    const body = await makeStatement({ ...input, renderer: RENDERER, now: new Date() })
    const params = { id: link.id }
    onRequest(await call(declineByLink, { params, body: { ...proofOf(link), ...body } }))
    return
  }
  const { basis, type: act, values, viewed } = action
  const input = { key, wallet, name, basis, boundBy, act, values, viewed, renderer: RENDERER }
  if (key.statement === null) await uploadByLink({ link, request: bound, key, wallet, values })
  const statement = key.statement ?? (await makeStatement({ ...input, now: new Date() }))
  await writeKeyOnce({ ...key, statement })
  onRequest(bound)
}

type Upload = {
  link: Link
  request: LinkedRequest
  key: StoredKey
  wallet: SigningWallet | null
  values: readonly FinalValue[]
}

/** @throws RequestError, WalletCancelled, or Error with a sentence for the user */
async function uploadByLink({ key, link, request, values, wallet }: Upload): Promise<void> {
  if (!values.some(({ attachment }) => attachment?.file)) return
  const proof = { ...proofOf(link), ...keyBody(await withProof(key, request, wallet)) }
  await uploadAttachments(values, (attachment, file) =>
    call(uploadAttachmentByLink, { query: { id: link.id, ...attachment }, proof, file }),
  )
}

/**
 * Returns the key with what shows that it is this person's: nobody else knows the public key of a browser before the request is
 * completed, but everybody can know the address of a wallet. A wallet that was bound in another browser is asked again.
 */
async function withProof(
  key: StoredKey,
  { basis, you }: LinkedRequest,
  wallet: SigningWallet | null,
): Promise<StoredKey> {
  if (!isWalletKey(key) || key.walletSignature !== null || wallet === null) return key
  const proved = { ...key, walletSignature: await askForBinding(wallet, basis, you) }
  await replaceKey(proved)
  return proved
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
