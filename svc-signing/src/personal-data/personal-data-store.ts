import type { AddressBook } from '../address-book/address-book.ts'
import { type CreateDeps, removeDeleted } from '../envelopes/create.ts'
import type { EnvelopeRow, Envelopes } from '../envelopes/envelopes.model.ts'
import type { SigningMailRow, SigningMails } from '../mails/signing-mails.model.ts'
import type { PersonalDataStore } from './personal-data.ts'

/** Replaces the ID of a deleted account; no account has this ID. */
const DELETED_ACCOUNT_ID = 'ended'

type Deps = Pick<CreateDeps, 'envelopes' | 'files' | 'now'> & {
  model: Envelopes
  mails: SigningMails
  addressBook: Pick<AddressBook, 'removeWorkspace'>
}

export function personalDataStore({
  addressBook,
  mails,
  model,
  now,
  ...deps
}: Deps): PersonalDataStore {
  const ofAccount = (accountId: string) => ({
    $or: [{ accountId }, { 'recipients.accountId': accountId }],
  })
  return {
    draftsOf: (accountId, limit) =>
      model.find({ accountId, state: 'draft' }).limit(limit).lean<EnvelopeRow[]>(),
    requestsIn: (workspaceId, limit) =>
      model.find({ workspaceId }).limit(limit).lean<EnvelopeRow[]>(),
    rowsOf: (accountId, after, limit) =>
      model
        .find({ $and: [ofAccount(accountId), { _id: { $gt: after }, isDeleted: false }] })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<EnvelopeRow[]>(),
    mailsTo: (accountId, after, limit) =>
      mails
        .find({ accountId, _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<SigningMailRow[]>(),
    unlink: async (accountId) => {
      const filter = { 'recipients.accountId': accountId }
      const arrayFilters = [{ 'recipient.accountId': accountId }]
      const unlinked = { $set: { 'recipients.$[recipient].accountId': null } }
      await model.updateMany(filter, unlinked, { arrayFilters })
      await model.updateMany({ accountId }, { $set: { accountId: DELETED_ACCOUNT_ID } })
      await mails.deleteMany({ accountId })
    },
    removeAddressBook: (workspaceId) => addressBook.removeWorkspace(workspaceId),
    remove: async ({ _id }) => {
      await mails.deleteMany({ envelopeId: _id })
      // From now on, the row refers to no further files. The job completes the deletion if it is interrupted.
      const marked = { $set: { isDeleted: true, dueAt: now() } }
      const row = await deps.envelopes.change(_id, {}, marked)
      // Those that the job has added meanwhile; from now on it adds none.
      await mails.deleteMany({ envelopeId: _id })
      if (row) await removeDeleted({ ...deps, now }, row)
    },
  }
}
