/** Which requests each filter of the list finds, over all pages. */
import { ENVELOPE_FILTERS, type EnvelopeListFilter } from '@inkproof/protocol/envelopes'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type LinkSystem, newId, openLinkSystem, type RowChange } from '../testing/link-system.ts'
import { envelopeStore } from './envelope-store.ts'
import type { RecipientRow, StatementRow } from './envelopes.model.ts'

let system: LinkSystem
beforeAll(async () => {
  system = await openLinkSystem()
})
afterAll(() => system.close())

const ME = 'me'
const own = (change: Partial<RecipientRow> = {}) => ({ accountId: ME, linkId: null, ...change })
const statement = { digest: 'ab', signedAt: new Date() } as StatementRow

async function titlesOf(
  workspaceId: string,
  show: EnvelopeListFilter | undefined,
  accountId = ME,
): Promise<string[]> {
  const titles: string[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { ...(show && { show }), ...(cursor !== undefined && { cursor }) }
    const session = { accountId, workspaceId }
    const { next, rows } = await envelopeStore(system.envelopesModel).readPage(session, query)
    titles.push(...rows.map(({ title }) => title))
    if (next === null) return titles
    cursor = next
  }
}

const ROWS: [string, EnvelopeListFilter | null, RowChange][] = [
  ['mine', 'yours', { recipients: [own()] }],
  ['mine to approve', 'yours', { recipients: [own({ role: 'approver' })] }],
  ['mine after a signer', 'yours', { recipients: [{ statement }, own({ order: 2 })] }],
  ['mine beside a signer', 'yours', { recipients: [{}, own()] }],
  ['mine before a signer', 'yours', { recipients: [{ order: 2 }, own()] }],
  ['mine after a viewer', 'yours', { recipients: [{ role: 'viewer' }, own({ order: 2 })] }],
  [
    'mine after a hand-over',
    'yours',
    { recipients: [{ handedOverTo: 'recipient-2' }, { statement }, own({ order: 2 })] },
  ],
  ['later', 'waiting', { recipients: [{}, own({ order: 2 })] }],
  [
    'later than one who took over',
    'waiting',
    { recipients: [{ handedOverTo: 'recipient-2' }, {}, own({ order: 2 })] },
  ],
  ['signed by me', 'waiting', { recipients: [own({ statement }), {}] }],
  ['to read', 'waiting', { recipients: [own({ role: 'viewer' }), {}] }],
  ['of others', 'waiting', { recipients: [{}] }],
  ['of another account', 'waiting', { recipients: [own({ accountId: 'other' })] }],
  ['completing', 'completed', { state: 'completing', recipients: [own()] }],
  ['completed', 'completed', { state: 'completed' }],
  ['declined', 'ended', { state: 'declined' }],
  ['voided', 'ended', { state: 'voided', recipients: [own()] }],
  ['expired', 'ended', { state: 'expired' }],
  ['draft', 'drafts', { state: 'draft', recipients: [] }],
  ['deleted', null, { isDeleted: true, recipients: [own()] }],
  ['without its upload', null, { upload: null, recipients: [own()] }],
]

test('each request is in the list of exactly one filter', async () => {
  const workspaceId = newId()
  for (const [title, , change] of ROWS) await system.insert({ ...change, title, workspaceId })
  await system.insert({ recipients: [own()], workspaceId: newId() })
  for (const show of ENVELOPE_FILTERS) {
    const expected = ROWS.flatMap(([title, filter]) => (filter === show ? [title] : []))
    expect((await titlesOf(workspaceId, show)).sort()).toEqual(expected.sort())
  }
  const all = ROWS.flatMap(([title, filter]) => (filter ? [title] : []))
  expect((await titlesOf(workspaceId, undefined)).sort()).toEqual(all.sort())
})

test('an ID is never read as a field of the row', async () => {
  const workspaceId = newId()
  await system.insert({ recipients: [{ accountId: 'other' }], workspaceId })
  expect(await titlesOf(workspaceId, 'yours', '$$one.accountId')).toEqual([])
})

test('a filter works over all pages, newest first', async () => {
  const workspaceId = newId()
  const row = await system.insert({ workspaceId, title: 'Draft', state: 'draft' })
  const mine = await system.insert({ workspaceId, recipients: [own()], title: 'Mine' })
  const copies = Array.from({ length: 160 }, (_, i) => ({
    ...(i % 3 === 0 ? mine : row),
    _id: newId(),
    title: `${i}`,
    createdAt: new Date(i),
  }))
  await system.envelopesModel.insertMany(copies)
  const expected = copies.filter((_, i) => i % 3 === 0).map(({ title }) => title)
  expect(await titlesOf(workspaceId, 'yours')).toEqual(['Mine', ...expected.toReversed()])
  expect(await titlesOf(workspaceId, 'waiting')).toEqual([])
})

test('there is an index for the requests with a state, in the order of the list', async () => {
  const indexes = await system.connection.collection('envelopes').indexes()
  const keys = indexes.map(({ key }) => Object.entries(key))
  const order = [
    ['workspaceId', 1],
    ['state', 1],
    ['createdAt', -1],
    ['_id', -1],
  ]
  expect(keys).toContainEqual(order)
})
