import { expect, test } from '@jest/globals'
import { type Draft, ME, type PlacedField } from './draft.ts'
import { DRAFT_DEFAULTS } from './migrate-draft.ts'
import { findMissing } from './missing.ts'

const MARK = { paths: [], size: { width: 1, height: 1 } }
const SIGNED = field('signature', { kind: 'signature', signature: MARK })

function field(type: PlacedField['type'], value: PlacedField['value'] = null): PlacedField {
  const rectangle = { x: 0, y: 0, width: 10, height: 10 }
  return { id: type, recipient: ME, type, page: 4, rectangle, required: type !== 'checkbox', value }
}

function draft(change: Partial<Draft>): Draft {
  return {
    ...DRAFT_DEFAULTS,
    recipients: [],
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    accountId: null,
    addedAtMs: 0,
    fileName: 'Lease.pdf',
    title: 'Lease',
    signerName: 'Ana Reis',
    fields: [SIGNED],
    ...change,
  }
}

test('nothing is missing once the document is signed and filled in', () => {
  expect(findMissing(draft({}), null)).toBeNull()
})

test.each<[string, Partial<Draft>]>([
  ['Place your signature first.', { fields: [field('text')] }],
  ['Add your signature.', { fields: [field('signature')] }],
  ['Fill in “Initials” on page 4.', { fields: [SIGNED, field('initials')] }],
  ['Fill in “Text” on page 4.', { fields: [SIGNED, field('text')] }],
  ['Fill in “Text” on page 4.', { fields: [SIGNED, field('text', { kind: 'text', text: '  ' })] }],
  ['Enter your name.', { signerName: ' ' }],
  ['Enter a title.', { title: '' }],
])('says “%s”', (sentence, change) => {
  expect(findMissing(draft(change), null)?.sentence).toBe(sentence)
})

test('nothing has to be placed in a document whose signatures cannot be shown', () => {
  const signedBefore = { signatures: 1, canShow: false }
  expect(findMissing(draft({ fields: [], signedBefore }), null)).toBeNull()
  const shown = draft({ fields: [], signedBefore: { signatures: 1, canShow: true } })
  expect(findMissing(shown, null)?.sentence).toBe('Place your signature first.')
  const unnamed = draft({ fields: [], signedBefore, signerName: '' })
  expect(findMissing(unnamed, null)?.sentence).toBe('Enter your name.')
})

test.each(['name', 'email', 'signing-date', 'checkbox'] as const)(
  'a field of the type %s needs no input',
  (type) => {
    expect(findMissing(draft({ fields: [SIGNED, field(type)] }), null)).toBeNull()
  },
)
