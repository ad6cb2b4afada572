import { expect, test } from '@jest/globals'
import { type Draft, type DraftRecipient, ME } from './draft.ts'
import { senderAsRecipient } from './draft-recipients.ts'
import { DRAFT_DEFAULTS } from './migrate-draft.ts'
import { findRecipientProblem } from './recipient-problems.ts'

const OWN = 'ana@example.org'
const BEN: DraftRecipient = {
  id: 'b',
  name: 'Ben Roe',
  email: 'ben@example.com',
  role: 'signer',
  isWithPrevious: false,
  accessCode: '',
}
const CY: DraftRecipient = { ...BEN, id: 'c', name: 'Cy Ng', email: 'cy@example.com' }

function draft(change: Partial<Draft>): Draft {
  return {
    ...DRAFT_DEFAULTS,
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    accountId: null,
    addedAtMs: 0,
    fileName: 'Lease.pdf',
    title: 'Lease',
    signerName: 'Ana Reis',
    isOnlyMe: false,
    recipients: [senderAsRecipient(), BEN, CY],
    fields: [],
    ...change,
  }
}

test('complete recipients with distinct addresses have no problem', () => {
  expect(findRecipientProblem(draft({}), OWN)).toBeNull()
})

test('the sender’s address may be used for somebody else while the sender is not a recipient', () => {
  expect(findRecipientProblem(draft({ recipients: [{ ...BEN, email: OWN }] }), OWN)).toBeNull()
})

const people = (...recipients: DraftRecipient[]) => ({ recipients })

test.each<[string, string, Partial<Draft>]>([
  ['Add at least one person who signs or approves.', 'add-recipient', people()],
  [
    'Add at least one person who signs or approves.',
    'add-recipient',
    people({ ...BEN, role: 'viewer' }, { ...CY, role: 'copy' }),
  ],
  ['Enter the name of recipient 2.', 'recipient-name-c', people(BEN, { ...CY, name: ' ' })],
  ['Enter the e-mail address of Ben Roe.', 'recipient-email-b', people({ ...BEN, email: '' })],
  ['Check the e-mail address of Ben Roe.', 'recipient-email-b', people({ ...BEN, email: 'ben' })],
  [
    'Check the e-mail address of Ben Roe.',
    'recipient-email-b',
    people({ ...BEN, email: 'bén@example.com' }),
  ],
  [
    'Each recipient needs a different e-mail address.',
    'recipient-email-c',
    people({ ...BEN, email: 'BEN@example.com ' }, { ...CY, email: 'ben@example.com' }),
  ],
  [
    'Enter another address for Ben Roe. This one is yours.',
    'recipient-email-b',
    people({ ...BEN, email: 'Ana@Example.org' }, senderAsRecipient()),
  ],
  [
    'Enter an access code of 4 to 64 characters for Ben Roe.',
    'recipient-code-b',
    people({ ...BEN, accessCode: '123' }),
  ],
  ['Enter a deadline of 1 to 90 days.', 'expiresAfterDays', { expiresAfterDays: 91 }],
  ['Enter a deadline of 1 to 90 days.', 'expiresAfterDays', { expiresAfterDays: Number.NaN }],
  [
    'Give Ben Roe 1 to 5 days to respond, or leave the field empty.',
    'recipient-days-b',
    { ...people({ ...BEN, answerWithinDays: 6 }), expiresAfterDays: 5 },
  ],
  [
    'Give Ben Roe 1 to 30 days to respond, or leave the field empty.',
    'recipient-days-b',
    people({ ...BEN, answerWithinDays: Number.NaN }),
  ],
  ['Shorten the message, and remove empty lines in a row.', 'message', { message: 'a\n\n\n\nb' }],
])('says “%s”', (sentence, control, change) => {
  expect(findRecipientProblem(draft(change), OWN)).toEqual({ sentence, control })
})

test('a deadline of somebody who only reads does not matter', () => {
  const reader: DraftRecipient = { ...CY, role: 'viewer', answerWithinDays: 91 }
  expect(findRecipientProblem(draft(people(BEN, reader)), OWN)).toBeNull()
})

test('the sender needs no address', () => {
  expect(findRecipientProblem(draft({ recipients: [senderAsRecipient()] }), null)).toBeNull()
  expect(senderAsRecipient().id).toBe(ME)
})
