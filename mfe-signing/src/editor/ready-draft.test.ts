import { expect, test } from '@jest/globals'
import { type Draft, type DraftRecipient, ME, type PlacedField } from './draft.ts'
import { senderAsRecipient } from './draft-recipients.ts'
import { migrateDraft } from './migrate-draft.ts'
import { toReadyDraft } from './ready-draft.ts'

const FILE = new File(['%PDF-'], 'Lease.pdf')
const OLD = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  accountId: null,
  addedAtMs: 0,
  fileName: 'Lease.pdf',
  title: ' Lease ',
  signerName: 'Ana Reis',
  fields: [],
}

function person(id: string, change: Partial<DraftRecipient> = {}): DraftRecipient {
  return { ...senderAsRecipient(), id, name: id, email: `${id}@example.com`, ...change }
}

function field(id: string, recipient: string, type: PlacedField['type'] = 'text'): PlacedField {
  const rectangle = { x: 0, y: 0, width: 10, height: 10 }
  const value = { kind: 'text' as const, text: id }
  return { id, recipient, type, page: 1, rectangle, required: false, value }
}

function draft(change: Partial<Draft>): Draft {
  return { ...migrateDraft(OLD), isOnlyMe: false, ...change }
}

test('a draft of the first release opens as one that only its sender signs', () => {
  const { recipient: _, ...old } = field('a', ME)
  const migrated = migrateDraft({ ...OLD, fields: [old] })
  expect(migrated).toMatchObject({
    version: 2,
    isOnlyMe: true,
    fields: [{ id: 'a', recipient: ME }],
  })
  expect(migrateDraft(migrated)).toBe(migrated)
})

test('a request that only its sender signs has no message and no reminders', () => {
  const only = draft({ isOnlyMe: true, message: 'Hi', recipients: [person('ben')] })
  expect(toReadyDraft(only, FILE, 'ana@example.org')).toMatchObject({
    title: 'Lease',
    message: '',
    reminders: null,
    recipients: [{ id: ME, name: 'Ana Reis', email: null, role: 'signer', order: 1 }],
  })
})

test.each<[string, boolean, boolean[], number[]]>([
  ['all at the same time', false, [false, false, false], [1, 1, 1]],
  ['one after the other', true, [false, false, false], [1, 2, 3]],
  ['the second one with the first', true, [false, true, false], [1, 1, 2]],
  ['a first one that was with another before it moved up', true, [true, false, true], [1, 2, 2]],
])('orders: %s', (_what, isOrdered, together, orders) => {
  const recipients = together.map((isWithPrevious, i) => person(`p${i}`, { isWithPrevious }))
  const ready = toReadyDraft(draft({ isOrdered, recipients }), FILE, null)
  expect(ready.recipients.map(({ order }) => order)).toEqual(orders)
})

test.each([{ wallet: `0x${'ab'.repeat(20)}` }, { passkey: 'AAAA' }])(
  'a key is named only if the sender signs alone: %p',
  (named) => {
    const mine = [person(ME)]
    const ready = (isOnlyMe: boolean) =>
      toReadyDraft(draft({ ...named, isOnlyMe, recipients: mine }), FILE, null).recipients[0]
    expect(ready(true)).toMatchObject(named)
    expect(ready(false)).not.toMatchObject(named)
  },
)

test('fields are in the order of their signers, and only the sender’s have values', () => {
  const recipients = [person('ben'), person('cy', { role: 'approver' }), senderAsRecipient()]
  const fields = [
    field('own', ME),
    field('name', ME, 'name'),
    field('approver', 'cy'),
    field('first', 'ben'),
    field('gone', 'nobody'),
  ]
  const ready = toReadyDraft(draft({ recipients, fields }), FILE, null)
  expect(ready.fields.map(({ id, value }) => [id, value])).toEqual([
    ['first', null],
    ['own', { kind: 'text', text: 'own' }],
    ['name', { kind: 'text', text: 'Ana Reis' }],
  ])
})

test('a field follows the one on which it depends, wherever it was placed', () => {
  const onlyIf = (one: PlacedField, on: string): PlacedField => ({
    ...one,
    settings: { condition: { field: on, is: 'equals', value: '1' } },
  })
  const fields = [
    field('first', 'ben'),
    onlyIf(field('text', 'ben'), 'box'),
    field('second', 'ben'),
    onlyIf(field('box', 'ben', 'checkbox'), 'control'),
    onlyIf(field('loop', 'ben', 'checkbox'), 'loop'),
    field('control', 'ben', 'checkbox'),
  ]
  const ready = toReadyDraft(draft({ recipients: [person('ben')], fields }), FILE, null)
  expect(ready.fields.map(({ id }) => id)).toEqual([
    ...['first', 'control', 'box', 'text', 'second', 'loop'],
  ])
})

test('an empty access code is none, and the sender has none', () => {
  const recipients = [person('ben', { accessCode: ' ' }), person('cy', { accessCode: ' 12345 ' })]
  const ready = toReadyDraft(draft({ recipients }), FILE, null)
  expect(ready.recipients.map(({ accessCode }) => accessCode)).toEqual([null, '12345'])
})

test('only others who sign or approve have a deadline', () => {
  const answerWithinDays = 3
  const recipients = [
    { ...senderAsRecipient(), answerWithinDays },
    person('ben', { answerWithinDays }),
    person('cy', { answerWithinDays, role: 'viewer' }),
    person('dan'),
  ]
  const ready = toReadyDraft(draft({ recipients }), FILE, null)
  expect(ready.recipients.map((one) => one.answerWithinDays)).toEqual([
    ...[undefined, 3, undefined, undefined],
  ])
  expect(ready.recipients[3]).not.toHaveProperty('answerWithinDays')
})
