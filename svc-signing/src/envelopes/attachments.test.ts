/** Files that signers attach: who can attach what, what happens to replaced files, and who sees them. */
import { createHash } from 'node:crypto'
import { fromHex } from '@inkproof/proof/bytes'
import { AppError } from '@inkproof/service-kit/app-error'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Actor } from './actor.ts'
import { removeUnusedAttachments, requireAttachment } from './attachments.ts'
import { removeDeleted } from './create.ts'
import { voidRequest } from './end-request.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { handOver } from './hand-over.ts'
import { toEnvelope } from './present.ts'
import { toLinkedRequest } from './present-link.ts'
import { signRequest } from './sign-request.ts'
import {
  type EnvelopeSystem,
  field,
  JANE,
  newId,
  openEnvelopeSystem,
  START,
} from './testing/envelope-system.ts'
import { ANN, bindNew, byLink, recipient, SENDER, statementOf } from './testing/recipients.ts'
import type { SignChanges, Signer } from './testing/signer.ts'
import { type NewAttachment, uploadAttachment } from './upload-attachment.ts'

const place = (y: number) => ({ rectangle: { x: 50, y, width: 150, height: 30 } })
const REQUEST = {
  ...START,
  recipients: [recipient('Jane Roe', 1, { email: null }), recipient('Ann Archer', 2)],
  fields: [
    field('signature'),
    field('attachment', place(100)),
    field('attachment', { ...place(140), required: false }),
    field('signature', { ...place(180), recipient: 1 }),
    field('attachment', { ...place(220), recipient: 1, required: false }),
  ],
}
const [PASSPORT, OPTIONAL, ANNS] = [
  'signer-01-field-0002',
  'signer-01-field-0003',
  'signer-02-field-0002',
] as const

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const FILE = pdf('the passport')

let system: EnvelopeSystem
let prototype: { row: EnvelopeRow; signer: Signer }

beforeAll(async () => {
  system = await openEnvelopeSystem()
  const { _id } = await system.started(REQUEST)
  const signer = await bindNew(system, _id, SENDER)
  prototype = { row: await system.read(_id), signer }
})
afterAll(() => system.close())

/** A copy of the request, whose first signer has bound a key. */
async function copy(): Promise<string> {
  const row = { ...prototype.row, _id: newId(), dueAt: null }
  await system.deps.envelopes.insert(row)
  return row._id
}

const attach = (
  id: string,
  bytes: Uint8Array = FILE,
  { field: name = PASSPORT, fileName = 'passport.pdf' }: Partial<NewAttachment> = {},
  actor: Actor = byLink(system, id, SENDER),
  deps = system.deps,
) => uploadAttachment(deps, actor, { field: name, fileName }, bytes)

const named = (
  bytes = FILE,
  fileName = 'passport.pdf',
): NonNullable<SignChanges['attachments']> => ({
  [PASSPORT]: { fingerprint: fromHex(hashOf(bytes)), fileName },
})

async function sign(id: string, attachments = named(), deps = system.deps): Promise<EnvelopeRow> {
  const body = await statementOf(system, id, SENDER, prototype.signer, { attachments })
  return signRequest(deps, byLink(system, id, SENDER), body)
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      const { issues } = error.details
      return error.code === 'STATEMENT_REFUSED' ? issues?.[0]?.message : error.code
    },
  )

const isStored = (file: string) =>
  system.files.find(file, JANE.workspaceId).then((found) => found !== undefined)

test('what was attached last is signed, and then everybody can read it', async () => {
  const id = await copy()
  const first = await attach(id, pdf('another file'))
  const second = await attach(id)
  expect(await attach(id)).toEqual(second)
  await attach(id, FILE, { field: OPTIONAL, fileName: 'not signed.pdf' })
  expect(toEnvelope(await system.read(id), JANE.accountId)).not.toHaveProperty('attachments')
  expect(() => requireAttachment(prototype.row, PASSPORT)).toThrow('ATTACHMENT_NOT_FOUND')
  await sign(id)
  await system.work()
  const row = await system.read(id)
  const shown = [
    { field: PASSPORT, fileName: 'passport.pdf', size: FILE.length, fingerprint: hashOf(FILE) },
  ]
  expect(toEnvelope(row, JANE.accountId).attachments).toEqual(shown)
  const { attachments, basis } = toLinkedRequest(row, ANN)
  expect(attachments).toEqual(shown)
  const seen = basis.earlier.find((value) => value.field === PASSPORT)
  expect(seen?.hidden.map(({ kind }) => kind)).toEqual(['attachment', 'appearance'])
  const { bytes } = await system.files.read(second.file, JANE.workspaceId)
  const stored = await system.files.find(second.file, JANE.workspaceId)
  expect([Buffer.from(bytes), stored?.mediaType]).toEqual([FILE, 'application/pdf'])
  // Those that were replaced and that nobody has signed are gone.
  expect(row.attachments?.map(({ file }) => file)).toEqual([second.file])
  expect([await isStored(first.file), row.pendingFiles]).toEqual([false, []])
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['ATTACHMENT_TYPE_REFUSED', (id) => attach(id, Buffer.from('<svg onload="alert(1)"/>'))],
  ['ATTACHMENT_TYPE_REFUSED', (id) => attach(id, new Uint8Array())],
  ['NOT_YOUR_ATTACHMENT', (id) => attach(id, FILE, { field: 'signer-01-signature' })],
  ['NOT_YOUR_ATTACHMENT', (id) => attach(id, FILE, { field: ANNS })],
  ['NOT_YOUR_TURN', (id) => attach(id, FILE, { field: ANNS }, byLink(system, id, ANN))],
  [
    'ALREADY_SIGNED',
    (id) =>
      attach(id)
        .then(() => sign(id))
        .then(() => attach(id, pdf('x'))),
  ],
  [
    'ENVELOPE_ENDED',
    async (id) => {
      await voidRequest(system.deps, await system.read(id), '')
      await attach(id)
    },
  ],
  ['VALUE_MISSING', (id) => sign(id, {})],
  ['ATTACHMENT_MISSING', (id) => sign(id)],
  ['ATTACHMENT_DIFFERS', (id) => attach(id).then(() => sign(id, named(pdf('another'))))],
  ['ATTACHMENT_DIFFERS', (id) => attach(id).then(() => sign(id, named(FILE, 'other.pdf')))],
])('%s', async (code, act) => {
  expect(await codeOf(act(await copy()))).toBe(code)
})

test('a request has at most ten attachments', async () => {
  const many = Array.from({ length: 11 }, (_, i) => field('attachment', place(100 + 40 * i)))
  const fields = [field('signature'), ...many]
  expect(await codeOf(system.started({ ...START, fields }))).toBe('FIELDS_REFUSED')
})

test('after a hand-over, what the person before attached does not count, and is deleted', async () => {
  const id = await copy()
  const { file } = await attach(id)
  const jane = byLink(system, id, SENDER)
  await handOver(system.deps, jane, { name: 'Ben Baker', email: 'ben@example.com' })
  const ben = await bindNew(system, id, 'recipient-3')
  const body = await statementOf(system, id, 'recipient-3', ben, { attachments: named() })
  const signing = signRequest(system.deps, byLink(system, id, 'recipient-3'), body)
  expect(await codeOf(signing)).toBe('ATTACHMENT_MISSING')
  await system.work()
  expect([await isStored(file), (await system.read(id)).attachments]).toEqual([false, []])
})

test('the attachments of a request that was withdrawn are deleted, also after a failure of the storage', async () => {
  const id = await copy()
  const { file } = await attach(id)
  await sign(id)
  const row = await voidRequest(system.deps, await system.read(id), '')
  expect(() => requireAttachment(row, PASSPORT)).toThrow('ATTACHMENT_NOT_FOUND')
  const remove = () => Promise.reject(new Error('the storage does not respond'))
  await system.work({ files: { ...system.files, remove } })
  expect((await system.read(id)).attachments).toHaveLength(1)
  system.pass(60_000)
  await system.work()
  expect([await isStored(file), (await system.read(id)).attachments]).toEqual([false, []])
})

test('a file that cannot be deleted does not hold up the e-mails', async () => {
  const id = await copy()
  for (const file of [pdf('x'), FILE]) await attach(id, file)
  await sign(id)
  const remove = () => Promise.reject(new Error('the storage deletes nothing'))
  const followed: string[] = []
  const followUp = async ({ _id }: EnvelopeRow) => {
    followed.push(_id)
    return null
  }
  await system.work({ files: { ...system.files, remove }, followUps: [followUp] })
  expect(followed).toContain(id)
  system.pass(60_000)
  await system.work()
  expect((await system.read(id)).attachments).toHaveLength(1)
})

test('the attachments of a deleted request are deleted', async () => {
  const id = await copy()
  const { file } = await attach(id)
  // The files of the request belong to its copies, too.
  const row = { ...(await system.read(id)), upload: null, request: null }
  await removeDeleted(system.deps, row)
  expect([await isStored(file), await system.read(id)]).toEqual([false, undefined])
})

test('if a file cannot be stored, the one before stays', async () => {
  const id = await copy()
  const before = await attach(id)
  const put = () => Promise.reject(new AppError('STORAGE_FULL'))
  const deps = { ...system.deps, files: { ...system.files, put } }
  const replacing = attach(id, pdf('x'), {}, byLink(system, id, SENDER), deps)
  expect(await codeOf(replacing)).toBe('STORAGE_FULL')
  expect((await system.read(id)).attachments).toEqual([before])
  await sign(id)
})

test.each([
  ['', []],
  [', also if the job deletes an earlier one at the same time', [pdf('an earlier one')]],
])(
  'a file that replaces another while the statement about it is checked is not signed%s',
  async (_, earlier) => {
    const id = await copy()
    for (const file of [...earlier, FILE]) await attach(id, file)
    let isReplaced = false
    const change: typeof system.deps.envelopes.change = async (...update) => {
      // In another process, after the decision and before the update.
      if (!isReplaced) {
        isReplaced = true
        await removeUnusedAttachments(system.deps, await system.read(id))
        await attach(id, pdf('x'))
      }
      return system.deps.envelopes.change(...update)
    }
    const deps = { ...system.deps, envelopes: { ...system.deps.envelopes, change } }
    expect(await codeOf(sign(id, named(), deps))).toBe('ATTACHMENT_DIFFERS')
    expect((await system.read(id)).recipients[0]?.statement).toBeNull()
  },
)

test('a file that is still being stored when its owner signs does not replace the signed one', async () => {
  const id = await copy()
  const { file } = await attach(id)
  let late = ''
  const put: typeof system.files.put = async (...input) => {
    const stored = await system.files.put(...input)
    late = stored.id
    await sign(id)
    return stored
  }
  const deps = { ...system.deps, files: { ...system.files, put } }
  const replacing = attach(id, pdf('x'), {}, byLink(system, id, SENDER), deps)
  expect(await codeOf(replacing)).toBe('ALREADY_SIGNED')
  const { attachments = [], pendingFiles } = await system.read(id)
  expect(attachments.map((item) => item.file)).toEqual([file])
  expect(await isStored(late)).toBe(false)
  // The job takes the deleted file off the list.
  expect(pendingFiles.map((item) => item.file)).toEqual([late])
})
