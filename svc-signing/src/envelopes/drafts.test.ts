/** Drafts and files that nobody needs any more are deleted, whatever was interrupted. */
import { AppError } from '@inkproof/service-kit/app-error'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDraft, DRAFT_MS, deleteDraft } from './create.ts'
import { PENDING_MS, referTo, storeFile } from './store-file.ts'
import {
  type EnvelopeSystem,
  JANE,
  newId,
  openEnvelopeSystem,
  UPLOAD,
} from './testing/envelope-system.ts'

let system: EnvelopeSystem
beforeAll(async () => {
  system = await openEnvelopeSystem()
})
afterAll(() => system.close())

const countFiles = () =>
  system.files.mongo.connection.collection('stored-files').countDocuments({ state: 'stored' })
const down = async (): Promise<never> => {
  throw new AppError('UNAVAILABLE')
}

test('a deleted draft leaves no row and no file, and can be created again', async () => {
  const before = await countFiles()
  const row = await system.draft()
  await deleteDraft(system.deps, row)
  expect(await system.deps.envelopes.find(row._id)).toBeUndefined()
  expect(await countFiles()).toBe(before)
  await deleteDraft(system.deps, await system.draft(row._id))
})

test('a deletion that was interrupted is completed by the job; nobody sees the draft meanwhile', async () => {
  const before = await countFiles()
  const row = await system.draft()
  const files = { ...system.files, remove: down }
  await expect(deleteDraft({ ...system.deps, files }, row)).rejects.toThrow('UNAVAILABLE')
  const { envelopes } = system.deps
  await expect(envelopes.findInWorkspace(JANE.workspaceId, row._id)).rejects.toThrow(
    'ENVELOPE_NOT_FOUND',
  )
  await system.work()
  expect(await envelopes.find(row._id)).toBeUndefined()
  expect(await countFiles()).toBe(before)
})

test('a file that arrives after its draft was deleted does not remain if the process ends then', async () => {
  const before = await countFiles()
  const row = await system.draft()
  const put: typeof system.files.put = async (...args) => {
    await deleteDraft(system.deps, row)
    return system.files.put(...args)
  }
  await storeFile({ ...system.deps, files: { ...system.files, put } }, row, UPLOAD)
  const { envelopes } = system.deps
  await expect(envelopes.findInWorkspace(JANE.workspaceId, row._id)).rejects.toThrow(
    'ENVELOPE_NOT_FOUND',
  )
  system.pass(PENDING_MS)
  await system.work()
  expect(await countFiles()).toBe(before)
  expect(await envelopes.find(row._id)).toBeUndefined()
})

test('of a form with very many fields and fonts, a limited number is kept', async () => {
  const { inspect } = system.deps.pdf
  const pdf = {
    inspect: async (file: Uint8Array) => {
      const inspection = await inspect(file)
      const [rectangle] = inspection.pages.map(({ box }) => box)
      const field = { name: 'a', type: 'text', page: 0, rectangle: rectangle as never } as const
      const fonts = Array.from({ length: 100_000 }, (_, i) => `${i}`.repeat(1_000))
      const fields = Array.from({ length: 100_000 }, () => field)
      return { ...inspection, missingFonts: fonts, fields }
    },
  }
  const input = { id: newId(), fileName: 'Form.pdf' }
  const { document } = await createDraft({ ...system.deps, pdf }, JANE, input, UPLOAD)
  expect([document.suggestions.length, document.missingFonts.length]).toEqual([500, 100])
  expect(document.missingFonts.every(({ length }) => length <= 100)).toBe(true)
})

test('an upload that was never stored is not shown, and is deleted after an hour unless it is repeated', async () => {
  const files = { ...system.files, put: down }
  const create = (id: string, deps = system.deps) =>
    createDraft(deps, JANE, { id, fileName: 'Lease.pdf' }, UPLOAD)
  const [lost, repeated] = [newId(), newId()]
  for (const id of [lost, repeated])
    await expect(create(id, { ...system.deps, files })).rejects.toThrow('UNAVAILABLE')
  const { envelopes } = system.deps
  await expect(envelopes.findInWorkspace(JANE.workspaceId, lost)).rejects.toThrow(
    'ENVELOPE_NOT_FOUND',
  )
  expect((await create(repeated)).upload).not.toBeNull()
  system.pass(PENDING_MS)
  await system.work()
  expect(await envelopes.find(lost)).toBeUndefined()
  const kept = await system.read(repeated)
  expect([kept.state, kept.pendingFiles]).toEqual(['draft', []])
})

test('a draft is deleted after 30 days', async () => {
  const row = await system.draft()
  system.pass(DRAFT_MS - 1_000)
  await system.work()
  expect((await system.read(row._id)).state).toBe('draft')
  system.pass(1_000)
  await system.work()
  expect(await system.deps.envelopes.find(row._id)).toBeUndefined()
})

test('a file that nothing refers to is deleted after an hour, and cannot be referred to then', async () => {
  const row = await system.draft()
  const [forgotten, used] = [
    await storeFile(system.deps, row, UPLOAD),
    await storeFile(system.deps, row, UPLOAD),
  ]
  await referTo(system.deps, row, used, {}, { $set: { title: 'Other' } })
  system.pass(PENDING_MS)
  await system.work()
  const { find } = system.files
  expect(await find(forgotten.file, row.workspaceId)).toBeUndefined()
  expect((await find(used.file, row.workspaceId))?.id).toBe(used.file)
  expect((await system.read(row._id)).pendingFiles).toEqual([])
  expect(await referTo(system.deps, row, forgotten, {}, { $set: { title: 'X' } })).toBeUndefined()
})
