import { urlOf } from '@inkproof/protocol/call-url'
import {
  bindSigningKey,
  listEnvelopes,
  signEnvelope,
  uploadAttachment,
} from '@inkproof/protocol/calls/envelopes'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import { call } from '@inkproof/slice-parts/call'
import { refetch } from '@inkproof/slice-parts/refetch'
import { t } from '@inkproof/texts/text'
import type { Signer } from '../key-choice/use-key-choice.ts'
import { hasCode } from './failure.ts'
import type { FinalValue } from './final-values.ts'
import { isBoundKey } from './is-bound-key.ts'
import { callWith, prepareKey } from './prepare-key.ts'
import { readKey, removeStatement, type StoredKey, writeKeyOnce } from './signing-db.ts'
import { type BoundKey, keyBody, makeStatement } from './statement.ts'
import { uploadAttachments } from './upload-attachments.ts'

/** What was reviewed, and by whom. */
export type Reviewed = {
  envelope: string
  recipient: string
  accountId: string
  act: 'sign' | 'approve'
  basis: SigningBasis
  values: readonly FinalValue[]
  viewed: ReadonlySet<number>
  renderer: { name: string; version: string }
  signer: Signer
  /** Name of the person. */
  name: string
}

/**
 * Signs or approves what was reviewed, with a key of this browser, which is made and bound first, with a wallet or with a passkey. A statement that exists already is
 * sent again: nothing can be signed twice.
 *
 * @throws RequestError, or Error with a sentence for the user
 */
export async function signReviewed(reviewed: Reviewed): Promise<void> {
  const { accountId, basis, envelope, recipient } = reviewed
  const stored = await readKey(envelope, recipient, accountId)
  const key = await prepareKey({ envelope, recipient, accountId }, stored, reviewed)
  const bound = await bindKey(key, basis)
  if (key.statement === null)
    await uploadAttachments(reviewed.values, (attachment, file) =>
      call(uploadAttachment, { query: { id: envelope, recipient, ...attachment }, file }),
    )
  const statement =
    key.statement ?? (await makeStatement({ ...reviewed, key, bound, now: new Date() }))
  await sendStatement(await writeKeyOnce({ ...key, statement }))
}

/** Whether the bound key is another one than this browser's. */
export function isBoundElsewhere(basis: SigningBasis, key: StoredKey | null): boolean {
  return basis.key !== null && !isBoundKey(basis, key)
}

/** Sends the statement of a key. Repeating it changes nothing. @throws RequestError */
export async function sendStatement(key: StoredKey): Promise<void> {
  const { envelope: id, recipient, statement } = key
  if (statement === null) return
  try {
    await call(signEnvelope, { params: { id, recipient }, body: statement })
  } catch (error) {
    if (hasCode(error, 'STATEMENT_REFUSED', 'INVALID_INPUT')) await removeStatement(key)
    // The page then shows the state that the envelope has reached, for example by another tab.
    const hasEnded = hasCode(error, 'ALREADY_SIGNED', 'ENVELOPE_ENDED')
    if (!hasEnded) throw error
  }
  await refetch(urlOf(listEnvelopes))
}

async function bindKey(key: StoredKey, basis: SigningBasis): Promise<BoundKey> {
  if (isBoundElsewhere(basis, key)) throw boundElsewhere()
  if (basis.key !== null) return basis.key
  const params = { id: key.envelope, recipient: key.recipient }
  const { basis: updated } = await callWith(key, () =>
    call(bindSigningKey, { params, body: keyBody(key) }),
  )
  if (!updated?.key)
    throw new Error(t('The response could not be read. Reload the page and try again.'))
  if (isBoundElsewhere(updated, key)) throw boundElsewhere()
  return updated.key
}

function boundElsewhere(): Error {
  return new Error(
    t(
      'This document is already being signed in another browser. Continue in that browser, or discard the document and start again here.',
    ),
  )
}
