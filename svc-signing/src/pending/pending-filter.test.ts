/** Which requests wait for a person and which for others, for every state of a recipient, over all pages. */
import { MAX_PENDING_TOTAL } from '@inkproof/protocol/pending-requests'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { EnvelopeFilter, RecipientRow, StatementRow } from '../envelopes/envelopes.model.ts'
import { type LinkSystem, newId, openLinkSystem, type RowChange } from '../testing/link-system.ts'
import { waitsForOthers, waitsForPerson } from './pending-filter.ts'
import { pendingStore } from './pending-store.ts'
import type { Person } from './person.ts'
import { toOthersPending, toOwnPending } from './present-pending.ts'

let system: LinkSystem
beforeAll(async () => {
  system = await openLinkSystem()
})
afterAll(() => system.close())

const HOUR_MS = 60 * 60 * 1_000

/** A person with an address and a workspace that no other test uses. */
function newPerson(change: Partial<Person> = {}): Person & { workspaceId: string } {
  const address = `me-${newId().replace(/\W/g, 'x').toLowerCase()}@example.com`
  return { workspaceId: newId(), accountId: newId(), address, ...change }
}

async function readAll(filter: EnvelopeFilter | undefined) {
  const rows = []
  for (let cursor: string | undefined; filter; ) {
    const page = await pendingStore(system.envelopesModel).readPage(filter, cursor)
    rows.push(...page.rows)
    if (page.next === null) break
    cursor = page.next
  }
  return rows
}

const ownTitles = async (person: Person) =>
  (await readAll(waitsForPerson(person, system.now()))).map(({ title }) => title).sort()
const othersTitles = async (person: Person) =>
  (await readAll(waitsForOthers(person, system.now()))).map(({ title }) => title).sort()

const statement = { digest: 'ab', signedAt: new Date() } as StatementRow
const openedAt = new Date()

/** Rows of other workspaces that were sent to the address `email`, and whether they wait for its holder. */
function received(email: string): [string, boolean, RowChange][] {
  const me = (change: Partial<RecipientRow> = {}) => ({ email, ...change })
  return [
    ['to sign', true, { recipients: [me()] }],
    ['to approve', true, { recipients: [me({ role: 'approver' })] }],
    ['opened', true, { recipients: [me({ openedAt })] }],
    ['beside another signer', true, { recipients: [{}, me()] }],
    ['before another signer', true, { recipients: [{ order: 2 }, me()] }],
    ['after one who signed', true, { recipients: [{ statement }, me({ order: 2 })] }],
    ['after a viewer', true, { recipients: [{ role: 'viewer' }, me({ order: 2 })] }],
    ['handed over to me', true, { recipients: [{ handedOverTo: 'recipient-2' }, me()] }],
    ['to view', true, { recipients: [me({ role: 'viewer' }), {}] }],
    ['viewed', false, { recipients: [me({ role: 'viewer', openedAt }), {}] }],
    ['to view later', false, { recipients: [{}, me({ role: 'viewer', order: 2 })] }],
    ['not yet my turn', false, { recipients: [{}, me({ order: 2 })] }],
    ['signed by me', false, { recipients: [me({ statement }), {}] }],
    ['handed over by me', false, { recipients: [me({ handedOverTo: 'recipient-2' }), {}] }],
    ['a copy', false, { recipients: [{}, me({ role: 'copy' })] }],
    ['in another session', false, { recipients: [me({ linkId: null, accountId: 'me' })] }],
    ['expired', false, { recipients: [me()], request: { expiresAt: system.now() } }],
    ['after my deadline', false, { recipients: [me({ answerBy: system.now() })] }],
    ['after another’s deadline', false, { recipients: [me(), { answerBy: system.now() }] }],
    [
      'after a deadline that was met',
      true,
      { recipients: [{ answerBy: system.now(), statement }, me()] },
    ],
    ['voided', false, { recipients: [me()], state: 'voided' }],
    ['expired by the job', false, { recipients: [me()], state: 'expired' }],
    ['declined', false, { recipients: [me()], state: 'declined' }],
    ['completing', false, { recipients: [me({ statement })], state: 'completing' }],
    ['completed', false, { recipients: [me({ statement })], state: 'completed' }],
    ['draft', false, { recipients: [me()], state: 'draft' }],
    ['being deleted', false, { recipients: [me()], isDeleted: true }],
    ['to another address', false, { recipients: [{}] }],
  ]
}

test('what was sent to a person waits for them while it is their turn, whatever workspace sent it', async () => {
  const person = newPerson()
  const rows = received(person.address ?? '')
  for (const [title, , change] of rows) await system.insert({ ...change, title })
  const expected = rows.flatMap(([title, isWaiting]) => (isWaiting ? [title] : []))
  expect(await ownTitles(person)).toEqual(expected.sort())
  expect(await ownTitles({ ...person, address: null })).toEqual([])
  expect(await othersTitles(person)).toEqual([])
})

test('requests of the workspace wait for the person who acts in their session, or for others', async () => {
  const person = newPerson()
  const { address, accountId, workspaceId } = person
  const inSession = { accountId, email: address ?? '', linkId: null }
  const sent: [string, 'own' | 'others' | null, RowChange][] = [
    ['mine', 'own', { recipients: [inSession] }],
    ['mine and others', 'own', { recipients: [inSession, {}] }],
    ['to my own mailbox', 'own', { recipients: [{ email: address ?? '' }] }],
    ['mine later', 'others', { recipients: [{}, { ...inSession, order: 2 }] }],
    ['signed by me', 'others', { recipients: [{ ...inSession, statement }, {}] }],
    ['of others', 'others', { recipients: [{}] }],
    ['of another member', 'others', { recipients: [{ accountId: 'other', linkId: null }] }],
    ['completed', null, { recipients: [{ statement }], state: 'completed' }],
    ['draft', null, { recipients: [], state: 'draft' }],
    ['voided', null, { state: 'voided' }],
    ['expired', null, { request: { expiresAt: system.now() } }],
  ]
  for (const [title, , change] of sent) await system.insert({ ...change, title, workspaceId })
  const titles = (list: string) => sent.flatMap(([title, at]) => (at === list ? [title] : []))
  expect(await ownTitles(person)).toEqual(titles('own').sort())
  expect(await othersTitles(person)).toEqual(titles('others').sort())
  // In another workspace of the same account, neither the account's place nor the workspace's requests are theirs.
  const elsewhere = { ...person, workspaceId: newId() }
  expect(await ownTitles(elsewhere)).toEqual(['to my own mailbox'])
  expect(await othersTitles(elsewhere)).toEqual([])
})

test('a viewer of the workspace without a confirmed address has nothing to sign, and sees what it waits for', async () => {
  const person = newPerson({ accountId: null, address: null })
  await system.insert({ workspaceId: person.workspaceId, title: 'Lease' })
  expect(waitsForPerson(person, system.now())).toBeUndefined()
  expect(await othersTitles(person)).toEqual(['Lease'])
})

test('an address or ID is never read as a field of the row', async () => {
  const person = newPerson({ address: '$$one.email', accountId: '$$one.accountId' })
  const { workspaceId } = person
  await system.insert({ workspaceId, title: 'Lease', recipients: [{ accountId: 'other' }] })
  expect(await ownTitles(person)).toEqual([])
  expect(await othersTitles(person)).toEqual(['Lease'])
})

test('pages contain each request once, newest first, with the number of all up to a limit', async () => {
  const person = newPerson()
  const recipients = [{ email: person.address ?? '' }]
  const first = await system.insert({ recipients, title: 'Newest' })
  const copies = Array.from({ length: MAX_PENDING_TOTAL + 2 }, (_, i) => ({
    ...first,
    _id: newId(),
    title: `${i}`,
    createdAt: new Date(Math.floor(i / 2)),
  }))
  await system.envelopesModel.insertMany(copies)
  const filter = waitsForPerson(person, system.now())
  const rows = await readAll(filter)
  expect(new Set(rows.map(({ _id }) => _id)).size).toBe(copies.length + 1)
  const times = rows.map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const { rows: page, total } = await pendingStore(system.envelopesModel).readPage(
    filter ?? {},
    undefined,
  )
  expect([page.length, total]).toEqual([5, MAX_PENDING_TOTAL])
  expect(JSON.stringify(page).length).toBeLessThan(5_000)
})

test('it has been a person’s turn since the start, the last signature before them, or when they took the place', async () => {
  const person = newPerson()
  const startedAt = system.now()
  const after = (hours: number) => new Date(startedAt.getTime() + hours * HOUR_MS)
  const email = person.address ?? ''
  const signed = (hours: number) => ({ statement: { ...statement, signedAt: after(hours) } })
  const opened = { type: 'opened', at: after(4), recipient: 'recipient-2' } as const
  const entry = { leaf: '', opening: '', index: null }
  const sinceOf = async (change: RowChange) => {
    const { _id } = await system.insert(change)
    const rows = await readAll(waitsForPerson(person, system.now()))
    const row = rows.find((found) => found._id === _id)
    return row && toOwnPending(row, person)[0]?.since
  }
  expect(await sinceOf({ recipients: [{ email }] })).toBe(startedAt.toISOString())
  const third = { email, order: 3 }
  const before = [signed(5), { ...signed(2), order: 2 }, { handedOverTo: 'recipient-1', order: 2 }]
  expect(await sinceOf({ recipients: [...before, third] })).toBe(after(5).toISOString())
  const recipients = [{ handedOverTo: 'recipient-2' }, { email }]
  for (const type of ['handed-over', 'corrected'] as const) {
    const replaced = { type, at: after(3), recipient: 'recipient-1' }
    const steps = [opened, replaced].map((step) => ({ ...step, ...entry }))
    expect(await sinceOf({ recipients, steps })).toBe(after(3).toISOString())
  }
})

test('a list shows the person’s own deadline, and for others the first one', async () => {
  const person = newPerson()
  const { address, workspaceId } = person
  const after = (hours: number) => new Date(system.now().getTime() + hours * HOUR_MS)
  const me = { email: address ?? '', answerBy: after(3) }
  const inSession = { accountId: 'other', linkId: null, answerBy: after(2) }
  const done = { answerBy: after(1), statement }
  await system.insert({ workspaceId, recipients: [me, inSession, done] })
  const [row] = await readAll(waitsForPerson(person, system.now()))
  const shown = row && [toOwnPending(row, person)[0], toOthersPending(row)]
  expect(shown?.map((item) => item?.expiresAt)).toEqual([
    after(3).toISOString(),
    after(2).toISOString(),
  ])
})

test('a request that waits for others names the first three of them', async () => {
  const person = newPerson()
  const { workspaceId } = person
  const named = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => ({ name }))
  const done = [{ statement }, { handedOverTo: 'recipient-3' }, { role: 'viewer' as const }]
  const last = { name: 'Later', order: 2 }
  await system.insert({ workspaceId, recipients: [...done, ...named, last] })
  await system.insert({ workspaceId, recipients: [{ accountId: 'other', linkId: null }] })
  const [inSession, several] = (await readAll(waitsForOthers(person, system.now())))
    .map(toOthersPending)
    .toSorted((a, b) => a.people.length - b.people.length)
  expect(several?.people.map(({ hasLink, id, name }) => [id, name, hasLink])).toEqual([
    ['recipient-4', 'Ann', true],
    ['recipient-5', 'Ben', true],
    ['recipient-6', 'Cleo', true],
  ])
  expect([several?.morePeople, inSession?.morePeople]).toEqual([2, 0])
  expect(inSession?.people.map(({ hasLink }) => hasLink)).toEqual([false])
})

test('an index finds the open requests of an address, in the order of the list', async () => {
  const indexes = await system.connection.collection('envelopes').indexes()
  const order = [
    ['recipients.email', 1],
    ['state', 1],
    ['createdAt', -1],
    ['_id', -1],
  ]
  expect(indexes.map(({ key }) => Object.entries(key))).toContainEqual(order)
})
