/** What happens to signing requests when accounts and workspaces end, and what a data export contains. */
import { newFileId } from '@inkproof/file-storage/stored-file'
import { openTestFileStore, type TestFileStore } from '@inkproof/file-storage/testing/file-storage'
import { newOutboxEntry } from '@inkproof/messages/outbox-entry'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { addressBookModel } from '../address-book/address-book.model.ts'
import { createAddressBook } from '../address-book/address-book.ts'
import { envelopeStore } from '../envelopes/envelope-store.ts'
import { type EnvelopeRow, type Envelopes, envelopeModel } from '../envelopes/envelopes.model.ts'
import { type SigningMails, signingMailModel } from '../mails/signing-mails.model.ts'
import {
  endAccount,
  endWorkspace,
  type PersonalDataStore,
  readPersonalDataPage,
} from './personal-data.ts'
import { personalDataStore } from './personal-data-store.ts'

let files: TestFileStore
let model: Envelopes
let mails: SigningMails
let addressBook: ReturnType<typeof createAddressBook>
let store: PersonalDataStore

beforeAll(async () => {
  files = await openTestFileStore()
  model = envelopeModel(files.mongo.connection)
  mails = signingMailModel(files.mongo.connection)
  addressBook = createAddressBook(addressBookModel(files.mongo.connection))
  store = personalDataStore({
    addressBook,
    model,
    mails,
    envelopes: envelopeStore(model),
    files,
    now: () => new Date(),
  })
})
afterAll(() => files.close())

async function storeFile(owner: string): Promise<string> {
  const id = newFileId()
  await files.put(Buffer.from('%PDF'), { id, owner, mediaType: 'application/pdf' })
  return id
}

/** Adds a request, as a draft or as signed by `accountId`, and returns its row. */
async function addRequest(
  accountId: string,
  workspaceId: string,
  isDraft: boolean,
): Promise<EnvelopeRow> {
  const [upload, prepared, finished] = [await storeFile(workspaceId), newFileId(), newFileId()]
  const signer = {
    id: 'signer-1',
    accountId,
    name: 'Jane Roe',
    email: 'jane@example.com',
    key: null,
  }
  const row = {
    ...{ _id: newFileId(), workspaceId, accountId, createdAt: new Date(0), title: 'Lease', upload },
    state: isDraft ? 'draft' : 'completed',
    document: { fileName: 'lease.pdf' },
    request: isDraft ? null : { prepared: { file: prepared } },
    finished: isDraft ? null : { file: finished },
    recipients: isDraft ? [] : [{ ...signer, statement: { signedAt: new Date(1) } }],
    ...{ isDeleted: false, pendingFiles: [], steps: [], waitingFor: null, endedAt: null },
    ...{ dueAt: null, attempts: 0 },
  } as unknown as EnvelopeRow
  if (!isDraft)
    for (const id of [prepared, finished])
      await files.put(Buffer.from('%PDF'), { id, owner: workspaceId, mediaType: 'application/pdf' })
  await model.create(row)
  return row
}

/** Adds an e-mail about a request. @param accountId the account it is sent to */
async function addMail({ _id: envelopeId, workspaceId }: EnvelopeRow, accountId: string | null) {
  await mails.create({
    ...{ _id: `${envelopeId}.sender.expired.${accountId}`, workspaceId, envelopeId, accountId },
    ...{ recipientId: null, kind: 'expired', createdAt: new Date(0), expiresAt: new Date(0) },
    ...{ values: { title: 'Lease' }, link: null, code: null },
    mail: newOutboxEntry({ template: 'expired', to: 'jane@example.com', now: new Date(0) }),
  })
}

const countFiles = (owner: string) =>
  files.mongo.connection.collection('stored-files').countDocuments({ owner })

test('an account that ends loses its drafts; its other requests remain without its ID', async () => {
  const draft = await addRequest('jane', 'w1', true)
  const signed = await addRequest('jane', 'w1', false)
  const other = await addRequest('john', 'w1', true)
  expect([await endAccount(store, 'jane'), await endAccount(store, 'jane')]).toEqual([true, true])
  expect(await model.exists({ _id: draft._id })).toBeNull()
  expect(await model.exists({ _id: other._id })).not.toBeNull()
  expect(await countFiles('w1')).toBe(4)
  const row = await model.findById(signed._id).lean<EnvelopeRow>()
  expect([row?.accountId, row?.recipients[0]?.accountId]).toEqual(['ended', null])
  expect(JSON.stringify(row)).not.toContain('jane"')
  expect(await readPersonalDataPage(store, 'jane', null)).toEqual({
    records: [],
    next: 'mails:',
  })
})

test('a workspace that ends loses all its requests, files and address book, and no other workspace does', async () => {
  const person = { name: 'Ann Archer', email: 'ann@example.com' }
  for (const workspaceId of ['w2', 'w3'])
    await addressBook.remember({ workspaceId, envelopeId: 'e', at: new Date(0) }, [person])
  await addRequest('jane', 'w2', true)
  await addRequest('jane', 'w2', false)
  await addRequest('jane', 'w3', false)
  expect(await endWorkspace(store, 'w2')).toBe(true)
  expect([await countFiles('w2'), await model.countDocuments({ workspaceId: 'w2' })]).toEqual([
    0, 0,
  ])
  expect([await countFiles('w3'), await model.countDocuments({ workspaceId: 'w3' })]).toEqual([
    3, 1,
  ])
  const found = ['w2', 'w3'].map((workspaceId) => addressBook.search(workspaceId, 'ann'))
  expect(await Promise.all(found)).toEqual([[], [person]])
})

test('deletes a limited number of requests at once', async () => {
  for (let count = 0; count < 51; count += 1) await addRequest('ann', 'w4', true)
  expect([await endAccount(store, 'ann'), await endAccount(store, 'ann')]).toEqual([false, true])
  expect(await countFiles('w4')).toBe(0)
})

test('an export contains the requests that a person created or signs', async () => {
  const { _id } = await addRequest('eve', 'w5', false)
  await model.updateOne({ _id }, { $set: { accountId: 'boss' } })
  const { records, next } = await readPersonalDataPage(store, 'eve', null)
  expect(next).toBe('mails:')
  expect(records).toMatchObject([
    {
      ...{ kind: 'signing-request', _id, workspaceId: 'w5', title: 'Lease', isCreator: false },
      signatures: [
        { name: 'Jane Roe', email: 'jane@example.com', signedAt: new Date(1).toISOString() },
      ],
    },
  ])
  expect((await readPersonalDataPage(store, 'boss', null)).records).toMatchObject([
    { _id, isCreator: true, signatures: [] },
  ])
  expect(await readPersonalDataPage(store, 'eve', _id)).toMatchObject({ records: [] })
})

test('an export contains the e-mails to a person, and an account that ends loses them', async () => {
  const row = await addRequest('amy', 'w6', false)
  await addMail(row, 'amy')
  await addMail(row, 'otto')
  const page = await readPersonalDataPage(store, 'amy', 'mails:')
  expect(page).toMatchObject({
    records: [{ kind: 'signing-mail', envelopeId: row._id, about: 'expired', title: 'Lease' }],
    next: null,
  })
  await endAccount(store, 'amy')
  expect(await mails.distinct('accountId', { envelopeId: row._id })).toEqual(['otto'])
})

test('a workspace that ends loses the e-mails about its requests', async () => {
  const row = await addRequest('amy', 'w7', false)
  const other = await addRequest('amy', 'w8', false)
  await addMail(row, null)
  await addMail(other, null)
  await endWorkspace(store, 'w7')
  expect(await mails.distinct('envelopeId', { workspaceId: { $in: ['w7', 'w8'] } })).toEqual([
    other._id,
  ])
})

test('a workspace that ends also loses an e-mail that the job adds meanwhile', async () => {
  const row = await addRequest('amy', 'w9', false)
  const envelopes = envelopeStore(model)
  const whileAdding = personalDataStore({
    ...{ addressBook, model, mails, files, now: () => new Date() },
    envelopes: {
      ...envelopes,
      change: async (...change) => {
        await addMail(row, null)
        return envelopes.change(...change)
      },
    },
  })
  await endWorkspace(whileAdding, 'w9')
  expect(await mails.countDocuments({ workspaceId: 'w9' })).toBe(0)
})
