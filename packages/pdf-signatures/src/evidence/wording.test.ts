import { sampleInput, sampleKeys } from '@inkproof/signing/testing/sample-request'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import { makeTexts } from '@inkproof/texts/make-texts'
import { expect, test } from '@jest/globals'
import {
  declinedCheckWith,
  participantWith,
  requestCheckWith,
} from '../testing/sample-request-check.ts'
import { signatureWith } from '../testing/sample-signature.ts'
import type { RequestCheck, RequestVerdict } from './verify-request.ts'
import { formatSignedPdf } from './wording.ts'
import { formatPeople, formatRequestChecks } from './wording-people.ts'
import { formatReplacements } from './wording-replacements.ts'

const ABOUT_THE_PDF: readonly string[] = ['document', 'signatures', 'digital-id', 'content']
const TEXTS = makeTexts((message) => message)
const RICHARD = participantWith({ statement: 1, name: 'Richard Roe', order: 2 })
const ANN = participantWith({ statement: 2, name: 'Ann Roe', role: 'approver', act: 'approve' })

test('names the only signer, and when the document was completed', () => {
  expect(format()).toEqual({
    code: 'verified',
    tone: 'positive',
    headline: 'Signed by Jane Roe.',
    context:
      'The e-mail address was checked. “Lease of the workshop” was completed by November 25, 2026 at 12:01 PM UTC and has not been changed since.',
    note: null,
  })
})

test.each<[string, RequestCheck['participants']]>([
  ['Signed by 2 people.', [participantWith(), RICHARD]],
  ['Signed and approved by 3 people.', [participantWith(), RICHARD, ANN]],
  ['Approved by Ann Roe.', [ANN]],
])('%s', (headline, participants) => {
  expect(format({ participants })?.headline).toBe(headline)
})

test.each<[RequestVerdict, string, string]>([
  ['foreign-record', 'warning', 'Valid, but from an unknown record.'],
  ['not-anchored', 'neutral', 'Signed, not yet on the blockchain.'],
  ['not-final', 'neutral', 'Signed, not yet final.'],
  ['too-few-witnesses', 'warning', 'Too few witnesses confirm this.'],
  ['incomplete', 'warning', 'Could not be checked completely.'],
  ['aborted', 'negative', 'The signing request was ended.'],
  ['not-completed', 'negative', 'Not everyone has signed.'],
  ['broken', 'negative', 'The evidence is not valid.'],
])('%s is %s: %s', (verdict, tone, headline) => {
  expect(format({ verdict })).toMatchObject({ code: verdict, tone, headline })
})

test.each<[RequestVerdict, string, string, string]>([
  ['verified', 'signing-record', 'neutral', 'The attached evidence is valid.'],
  ['foreign-record', 'foreign-record', 'warning', 'Valid, but from an unknown record.'],
  ['not-anchored', 'not-anchored', 'neutral', 'Recorded, not yet on the blockchain.'],
  ['not-final', 'not-final', 'neutral', 'Recorded, not yet final.'],
  ['too-few-witnesses', 'too-few-witnesses', 'warning', 'Too few witnesses confirm this.'],
  ['incomplete', 'incomplete', 'warning', 'Could not be checked completely.'],
  ['aborted', 'aborted', 'neutral', 'The signing request was ended.'],
  ['not-completed', 'not-completed', 'negative', 'Not everyone has signed.'],
  ['broken', 'broken', 'negative', 'The evidence is not valid.'],
])('a signing record that is %s: %s, %s, %s', (verdict, code, tone, headline) => {
  const request = requestCheckWith({ verdict, signingRecord: { documents: [] } })
  const answer = formatSignedPdf({ signatures: [], problem: null }, request, TEXTS, 'UTC')
  expect(answer).toMatchObject({ code, tone, headline })
  expect(answer?.context).toContain('the evidence of the signing request “Lease of the workshop”')
  expect(answer?.note).toMatch(/^The text on its pages was not checked\./)
})

test('a signing record names the digest of the document, and no digital IDs', () => {
  const documents = [{ name: 'Lease.pdf', fingerprint: 'ab'.repeat(32) }]
  const checks = [
    { id: 'record', statement: null, outcome: 'passed', reason: 'OK', sentence: null },
  ] as never
  const check = requestCheckWith({ checks, signingRecord: { documents } })
  const lines = formatRequestChecks(check, TEXTS, 'UTC')
  expect(lines.map(({ id }) => id)).toEqual(['record'])
  expect(lines[0]?.values).toContainEqual({
    label: 'SHA-256 of “Lease.pdf” before it was signed',
    value: 'ab'.repeat(32),
    mono: true,
  })
})

test('a signature that is not valid decides, whatever the evidence says', () => {
  const signatures = [signatureWith({ integrity: { status: 'invalid', code: 'bytes-changed' } })]
  const answer = formatSignedPdf({ signatures, problem: null }, requestCheckWith(), TEXTS, 'UTC')
  expect(answer).toMatchObject({ code: 'invalid', tone: 'negative' })
})

test('mentions signatures that are not part of the request', () => {
  expect(format({ hasOtherSignatures: true })?.note).toContain('not part of this signing request')
})

test.each([
  ['mailbox', 'Signed by Jane Roe (e-mail checked)', 'a code sent to jane@example.test'],
  ['account', 'Signed by Jane Roe (e-mail checked)', 'an account with the address'],
  ['passkey', 'Signed by Jane Roe (passkey checked)', 'by a passkey that the sender had named'],
  ['wallet', 'Signed by Jane Roe (wallet checked)', 'by a wallet that the sender had named'],
] as const)('says how a person identified by %s was identified', (method, title, how) => {
  const binding = { method, isKnownKey: true, isReplacement: false }
  const [person] = people({ participants: [participantWith({ binding })] })
  expect(person).toMatchObject({ outcome: 'passed', title })
  expect(person?.sentence).toContain(how)
})

test.each([
  ['passkey', 'approve', 'Approved by Jane Roe (identity not checked)'],
  ['wallet', 'approve', 'Approved by Jane Roe (identity not checked)'],
  ['passkey', 'sign', 'Signed by Jane Roe (identity not checked)'],
  [null, 'sign', 'Signed by Jane Roe (identity not checked)'],
] as const)('does not confirm a %s that the request did not name before', (method, act, title) => {
  const binding = method && { method, isKnownKey: false, isReplacement: false }
  const participants = [participantWith({ act, binding })]
  expect(people({ participants })[0]).toMatchObject({ outcome: 'not checked', title })
  expect(format({ participants })?.note).toBe(
    'The evidence does not show how everyone was identified.',
  )
})

test('a document that somebody declined does not count as signed', () => {
  const { checks } = declinedCheckWith()
  expect(format(declinedCheckWith())).toEqual({
    code: 'aborted',
    tone: 'negative',
    headline: 'Declined by Jane Roe.',
    context:
      'This ended the signing request and has been on the blockchain since November 25, 2026 at 12:01 PM UTC. This file does not count as signed.',
    note: null,
  })
  expect(people(declinedCheckWith({ checks: [] }))[0]).toMatchObject({ outcome: 'not checked' })
  for (const check of checks.filter(({ id }) => !ABOUT_THE_PDF.includes(id))) {
    const others = checks.filter((item) => item !== check)
    const [person] = people(declinedCheckWith({ checks: others }))
    const isNeeded = check.id !== 'participants' && check.id !== 'order'
    expect([check.id, person?.outcome]).toEqual([check.id, isNeeded ? 'not checked' : 'passed'])
  }
})

test.each([
  ['mailbox', 'passed', 'Declined by Jane Roe (e-mail checked)', 'Declined by Jane Roe.'],
  [
    'passkey',
    'not checked',
    'Declined by Jane Roe (identity not checked)',
    'The signing request was ended.',
  ],
  [
    'wallet',
    'not checked',
    'Declined by Jane Roe (identity not checked)',
    'The signing request was ended.',
  ],
] as const)(
  'somebody who declined, identified by %s, is %s: %s',
  (method, outcome, title, headline) => {
    const binding = { method, isKnownKey: false, isReplacement: false }
    const participants = [participantWith({ act: 'decline', binding })]
    const check = declinedCheckWith({ participants })
    expect(people(check)[0]).toMatchObject({ outcome, title })
    expect(format(check)?.headline).toBe(headline)
  },
)

test('evidence that verifies, and states a wallet that the envelope does not name', async () => {
  const { participants, verdict } = await verifyEvidence(await sampleInput(await sampleKeys()))
  expect(verdict).toBe('verified')
  expect(people({ participants }).map(({ outcome, title }) => [outcome, title])).toEqual([
    ['passed', 'Signed by Jane Roe (e-mail checked)'],
    ['passed', 'Signed by Richard Roe (passkey checked)'],
    ['not checked', 'Signed by Mary Roe (identity not checked)'],
    ['passed', 'Approved by Ann Roe (e-mail checked)'],
  ])
  const mary = people({ participants })[2]
  expect(mary?.sentence).toContain('as the service states: the request did not name it before.')
})

test('names the wallet that signed, unless nothing is confirmed', () => {
  const wallet = `0x${'ab'.repeat(20)}`
  const participants = [participantWith({ wallet })]
  const [person] = people({ participants })
  expect(person?.title).toBe('Signed by Jane Roe (e-mail checked)')
  expect(person?.sentence).toContain(`Signed with the wallet ${wallet}.`)
  expect(person?.values).toContainEqual({ label: 'Wallet', value: wallet, mono: true })
  const [unconfirmed] = people({ verdict: 'foreign-record', participants })
  expect(unconfirmed?.sentence).not.toContain(wallet)
})

test('says that a passkey signed, unless nothing is confirmed', () => {
  const participants = [participantWith({ isPasskey: true })]
  const [person] = people({ participants })
  expect(person?.title).toBe('Signed by Jane Roe (e-mail checked)')
  expect(person?.sentence).toContain('Signed with a passkey.')
  const [unconfirmed] = people({ verdict: 'foreign-record', participants })
  expect(unconfirmed?.sentence).not.toContain('passkey')
})

test('a name that is not confirmed has no mark, and does not look like a confirmation', () => {
  const participants = [participantWith({ name: 'Jane ✓ Roe' })]
  const [person] = people({ verdict: 'foreign-record', participants })
  expect(person).toMatchObject({ outcome: 'not checked', title: 'Jane \uFFFD Roe' })
  expect(person?.sentence).toContain('stated in the file, not confirmed')
})

test('names the files that a person attached, and says that they are separate', () => {
  const fingerprint = 'ab'.repeat(32)
  const attachments = [{ fileName: 'passport “of Jane”\u202e.pdf', fingerprint }]
  const [person] = people({ participants: [participantWith({ attachments })] })
  expect(person?.sentence).toContain('attached 1 file, which is separate from this document')
  expect(person?.values).toContainEqual({
    ...{ label: 'SHA-256 of “passport ’of Jane’\uFFFD.pdf”', value: fingerprint, mono: true },
  })
  const labeled = [{ fileName: 'p.pdf', fingerprint, label: 'Copy of “your” passport' }]
  const [other] = people({ participants: [participantWith({ attachments: labeled })] })
  expect(other?.values).toContainEqual({
    ...{ label: '“Copy of ’your’ passport”: SHA-256 of “p.pdf”', value: fingerprint, mono: true },
  })
})

test('lists the record, and says that the digital IDs alone show nothing', () => {
  const lines = formatRequestChecks(requestCheckWith({ isIssuerKnown: false }), TEXTS, 'UTC')
  expect(lines.at(-1)).toMatchObject({
    outcome: 'not checked',
    title: 'The authority of the digital IDs is not known here',
  })
})

const BEFORE = { name: 'Jane Roe', email: 'jane@exmaple.test' }
const REPLACED = {
  type: 'corrected' as const,
  time: '2026-11-24T11:30:00.000Z',
  before: BEFORE,
  after: { name: 'Jane Roe', email: 'jane@example.test' },
  isAfterStatement: false,
}

test.each<[string, object, string, string]>([
  [
    'an address before anyone signed',
    {},
    'The address of Jane Roe was corrected',
    'from jane@exmaple.test to jane@example.test on November 24, 2026 at 11:30 AM UTC, before anyone had signed.',
  ],
  [
    'an address after others signed',
    { type: 'readdressed', isAfterStatement: true },
    'The address of Jane Roe was corrected',
    'Others had already signed, and what they signed names the old address.',
  ],
  [
    'a name',
    { before: { ...BEFORE, name: 'Jain ✓ Roe' } },
    'The name of Jane Roe was corrected',
    'from Jain \uFFFD Roe (jane@exmaple.test) to Jane Roe (jane@example.test)',
  ],
  [
    'withheld addresses of a copy',
    { before: { name: 'Jane Roe', email: '' }, after: { name: '', email: '' } },
    'The name of (not disclosed) was corrected',
    'from Jane Roe to (not disclosed) on',
  ],
  [
    'a hand-over',
    { type: 'handed-over', after: { name: 'Zoe Roe', email: 'zoe@example.test' } },
    'Jane Roe handed over to Zoe Roe',
    'Jane Roe (jane@exmaple.test) handed the request over to Zoe Roe (zoe@example.test) on',
  ],
])('says who was replaced: %s', (_what, change, title, sentence) => {
  const replacements = [{ ...REPLACED, ...change }]
  const [line] = formatReplacements(requestCheckWith({ replacements }), TEXTS, 'UTC')
  expect(line).toMatchObject({ outcome: 'passed', title })
  expect(line?.sentence).toContain(sentence)
  const unconfirmed = requestCheckWith({ replacements, verdict: 'foreign-record' })
  const [stated] = formatReplacements(unconfirmed, TEXTS, 'UTC')
  expect(stated).toMatchObject({ outcome: 'not checked' })
  expect(stated?.sentence).toContain('stated in the file, not confirmed')
})

test('results of an earlier release name no replacement', () => {
  expect(formatReplacements(requestCheckWith(), TEXTS, 'UTC')).toEqual([])
})

function format(values: Partial<RequestCheck> = {}) {
  const report = { signatures: [signatureWith()], problem: null }
  return formatSignedPdf(report, requestCheckWith(values), TEXTS, 'UTC')
}

function people(values: Partial<RequestCheck>) {
  return formatPeople(requestCheckWith(values), TEXTS, 'UTC')
}
