/** Signs, approves or declines with the key of this browser, a wallet or a passkey, which is bound first. */
import {
  declineByLink,
  signByLink,
  uploadAttachmentByLink,
} from '@inkproof/protocol/calls/signing-links'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import { call } from '@inkproof/slice-parts/call'
import type { Signer } from '../key-choice/use-key-choice.ts'
import { askForBinding as askPasskey } from '../passkey/ask-passkey.ts'
import { hasCode } from '../signing/failure.ts'
import type { FinalValue } from '../signing/final-values.ts'
import { RENDERER } from '../signing/renderer.ts'
import {
  isPasskey,
  isWalletKey,
  removeStatement,
  replaceKey,
  type StoredKey,
  writeKeyOnce,
} from '../signing/signing-db.ts'
import { keyBody, makeStatement } from '../signing/statement.ts'
import { uploadAttachments } from '../signing/upload-attachments.ts'
import { askForBinding as askWallet } from '../wallet/ask-wallet.ts'
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
  signer: Signer
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
  signer,
}: Confirmed): Promise<void> {
  const { name } = request.you
  const key = await prepareKey(link, request, signer)
  const bound = code === null ? request : await bindWithCode(link, key, code)
  onRequest(bound)
  const { basis: boundBasis } = bound
  if (!isBound(bound, key) || boundBasis.key === null) return
  const common = { key, signer, name, bound: boundBasis.key }
  if (action.type === 'decline') {
    const { reason, type: act } = action
    const input = { ...common, basis: boundBasis, act, reason, values: [], viewed: [] }
    const body = await makeStatement({ ...input, renderer: RENDERER, now: new Date() })
    const params = { id: link.id }
    onRequest(await call(declineByLink, { params, body: { ...proofOf(link), ...body } }))
    return
  }
  const { basis, type: act, values, viewed } = action
  const input = { ...common, basis, act, values, viewed, renderer: RENDERER }
  if (key.statement === null) await uploadByLink({ link, request: bound, key, signer, values })
  const statement = key.statement ?? (await makeStatement({ ...input, now: new Date() }))
  await writeKeyOnce({ ...key, statement })
  onRequest(bound)
}

type Upload = {
  link: Link
  request: LinkedRequest
  key: StoredKey
  signer: Signer
  values: readonly FinalValue[]
}

/** @throws RequestError, WalletCancelled, or Error with a sentence for the user */
async function uploadByLink({ key, link, request, signer, values }: Upload): Promise<void> {
  if (!values.some(({ attachment }) => attachment?.file)) return
  const proof = { ...proofOf(link), ...keyBody(await withProof(key, request, signer)) }
  await uploadAttachments(values, (attachment, file) =>
    call(uploadAttachmentByLink, { query: { id: link.id, ...attachment }, proof, file }),
  )
}

/**
 * Returns the key with what shows that it is this person's: nobody else knows the public key of a browser before the request is
 * completed, but anyone can know the address of a wallet or the ID of a passkey. A wallet or a passkey that was bound in another browser
 * is asked again.
 */
async function withProof(
  key: StoredKey,
  { basis, you }: LinkedRequest,
  signer: Signer,
): Promise<StoredKey> {
  if (isPasskey(key) && key.passkey.proof === null) {
    const { id } = key.passkey
    return replaceKey({ ...key, passkey: { id, proof: await askPasskey(basis, you.id, id) } })
  }
  if (!isWalletKey(key) || key.walletSignature !== null || signer.type !== 'wallet') return key
  return replaceKey({ ...key, walletSignature: await askWallet(signer.wallet, basis, you) })
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
