/**
 * Adds recipients to the address book of the workspace, after their request was started or corrected. The address book is a
 * convenience: if it cannot be written, the request has been sent nevertheless, and the failure is only logged.
 */
import type { Log } from '@inkproof/service-kit/log'
import type { AddressBook, Use } from '../address-book/address-book.ts'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow, RecipientRow } from './envelopes.model.ts'

export type RememberDeps = {
  addressBook: Pick<AddressBook, 'forgetUse' | 'remember'>
  envelopes: Pick<EnvelopeStore, 'find'>
  log: Pick<Log, 'warn'>
  now: () => Date
}

/**
 * Adds the people to whom the sender sends a started request. A repetition of the start does not add an address that was
 * corrected since. Never rejects.
 */
export async function rememberRecipients(deps: RememberDeps, row: EnvelopeRow): Promise<void> {
  await bestEffort(deps, row, async (use) => {
    await remember(deps, use, row.recipients.filter(isAsSent))
  })
}

/**
 * Adds the person as corrected, and removes the address that was replaced, unless another request was sent to it since. Never
 * rejects.
 *
 * @param recipientId ID of the recipient before the correction
 */
export async function rememberCorrection(
  deps: RememberDeps,
  row: EnvelopeRow,
  recipientId: string,
): Promise<void> {
  const before = row.recipients.find(({ id }) => id === recipientId)
  const after = row.recipients.find(({ id }) => id === before?.handedOverTo)
  if (!before || !after) return
  await bestEffort(deps, row, async (use) => {
    await remember(deps, use, [after])
    if (after.email !== before.email) await deps.addressBook.forgetUse(use, before.email)
  })
}

/** Whether the sender entered this person, who is somebody else, and the address still applies. */
function isAsSent({ id, isCorrected, linkId, original }: RecipientRow): boolean {
  return linkId !== null && id === original && !isCorrected
}

/**
 * A workspace that ends meanwhile deletes its requests before its address book, so the request is looked up afterwards. A request
 * can also be deleted with the account of its sender, so nothing but this use is removed.
 */
async function remember(
  { addressBook, envelopes }: RememberDeps,
  use: Use,
  recipients: readonly RecipientRow[],
): Promise<void> {
  await addressBook.remember(use, recipients)
  const row = await envelopes.find(use.envelopeId)
  if (row && !row.isDeleted) return
  for (const { email } of recipients) await addressBook.forgetUse(use, email)
}

async function bestEffort(
  { log, now }: RememberDeps,
  { _id, workspaceId }: EnvelopeRow,
  write: (use: Use) => Promise<void>,
): Promise<void> {
  try {
    await write({ workspaceId, envelopeId: _id, at: now() })
  } catch (error) {
    log.warn({ err: error }, 'the address book was not updated')
  }
}
