/** The sender corrects a recipient: the request goes on with the new name and address, and the finished document verifies. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bindKey, releaseKey } from './bind-key.ts'
import { extendRecipient } from './extend-recipient.ts'
import { handOver } from './hand-over.ts'
import { markOpened } from './mark-opened.ts'
import { toEnvelope, toSummary } from './present.ts'
import { toLinkedRequest } from './present-link.ts'
import { signRequest } from './sign-request.ts'
import { openingOf } from './steps.ts'
import { type Corrections, cleoAt, DORA, NEXT, openCorrections } from './testing/corrections.ts'
import { type EnvelopeSystem, JANE } from './testing/envelope-system.ts'
import {
  ANN,
  act,
  bindNew,
  byLink,
  CLEO,
  FOUR,
  recipient,
  statementOf,
} from './testing/recipients.ts'
import { createSigner } from './testing/signer.ts'
import { rememberStatements, verifyFinished } from './testing/verify-finished.ts'

let corrections: Corrections
let system: EnvelopeSystem
let started: Corrections['started']
let statements: Map<string, Uint8Array>
beforeAll(async () => {
  corrections = await openCorrections()
  ;({ started, system } = corrections)
  statements = rememberStatements(system)
})
afterAll(() => system.close())

test('the corrected recipient gets more time and signs, and the finished PDF verifies with the new name and address', async () => {
  const recipients = [
    recipient('Ann Archer', 1, { answerWithinDays: 1 }),
    recipient('Bob Baker', 2, { role: 'viewer' }),
  ]
  const fields = FOUR.fields.filter((item) => item.recipient === 1)
  const { _id: id } = await system.started({
    ...FOUR,
    recipients,
    fields: fields.map((item) => ({ ...item, recipient: 0 })),
  })
  await corrections.correct(id, 'recipient-1')
  await corrections.correct(id, 'recipient-2', {
    name: 'Bob Baker',
    email: 'bob.baker@example.org',
  })
  const { participants, you } = toLinkedRequest(await system.read(id), 'recipient-3')
  expect(you).toMatchObject({ ...DORA, original: 'recipient-1', isCorrected: true })
  expect(participants.map(({ email, tookOverFrom }) => [email, tookOverFrom])).toEqual([
    ['dora@example.com', null],
    ['bob.baker@example.org', null],
  ])
  const read = () => system.read(id)
  const inTwoDays = new Date(system.deps.now().getTime() + 2 * 24 * 3_600_000)
  await extendRecipient(system.deps, JANE, read, 'recipient-3', inTwoDays)
  await act(system, id, 'recipient-3')
  await system.work()
  const { checks, participants: people, verdict } = await verifyFinished(system, id, statements)
  expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(verdict).toBe('verified')
  expect(people).toMatchObject([{ ...DORA, recipient: 'recipient-3' }])
})

test('after an approval, an undelivered address is replaced, that person signs, and the finished PDF verifies', async () => {
  const recipients = [recipient('Cleo Clark', 1, { role: 'approver' }), recipient('Ann Archer', 2)]
  const fields = FOUR.fields
    .filter((item) => item.recipient === 1)
    .map((item) => ({ ...item, recipient: 1 }))
  const { _id: id } = await system.started({ ...FOUR, recipients, fields })
  await act(system, id, 'recipient-1')
  corrections.delivery.set('recipient-2', 'refused')
  const person = { name: 'Ann Archer', email: 'ann@example.org' }
  const { steps } = await corrections.correct(id, 'recipient-2', person)
  const last = openingOf(steps.at(-1) as never).claims
  expect(last.map((claim) => 'value' in claim && `${claim.name}: ${claim.value}`)).toEqual([
    'step: readdressed',
    ...last.slice(1, 4).map(() => expect.anything()),
    ...['recipient: recipient-2', 'to: recipient-3', 'epoch: 2'],
    ...['before: ann.archer@example.com', 'email: ann@example.org', 'language: en'],
  ])
  expect(
    await corrections.refusalOf(id, () => corrections.correct(id, 'recipient-2', person)),
  ).toBe('accepted')
  const seen = toEnvelope(await system.read(id), JANE.accountId)
  expect(seen.recipients[1]).toMatchObject({ ...person, isCorrected: true })
  expect(seen.steps.at(-1)).toMatchObject({ type: 'readdressed', handedOverTo: 'Ann Archer' })
  await act(system, id, 'recipient-3')
  await system.work()
  const { checks, participants, replacements, verdict } = await verifyFinished(
    system,
    id,
    statements,
  )
  expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(verdict).toBe('verified')
  expect(participants[1]).toMatchObject({ ...person, recipient: 'recipient-3' })
  expect(replacements).toMatchObject([
    { type: 'readdressed', before: { email: 'ann.archer@example.com' }, after: person },
  ])
})

test('the correction is a step that names the recipient, the new ID, name and address', async () => {
  const id = await corrections.copyOf()
  const { recipients, steps } = await corrections.correct(id, CLEO)
  const last = openingOf(steps.at(-1) as never).claims.slice(4)
  expect(last.map((claim) => 'value' in claim && `${claim.name}: ${claim.value}`)).toEqual([
    ...[`recipient: ${CLEO}`, `to: ${NEXT}`, 'epoch: 2', 'name: Dora Doe'],
    ...['email: dora@example.com', 'language: en'],
  ])
  const [before, next] = [recipients[3], recipients[4]]
  expect(next).toMatchObject({ id: NEXT, original: CLEO, order: 1, role: 'approver', key: null })
  expect(next?.linkId).not.toBe(before?.linkId)
  expect(await corrections.readAsVerifier(id)).toEqual(['sent', 'corrected'])
})

test('only the sender’s workspace sees what was entered before', async () => {
  const id = await corrections.copyOf()
  const row = await corrections.correct(id, CLEO)
  const old = { name: 'Cleo Clark', email: 'cleo.clark@example.com' }
  const seen = toEnvelope(row, JANE.accountId)
  expect(seen.recipients[0]).toMatchObject({ id: NEXT, correctedFrom: old, isCorrected: true })
  expect(seen.recipients.slice(1).some((item) => 'isCorrected' in item)).toBe(false)
  expect(seen.steps.at(-1)).toMatchObject({
    ...{ type: 'corrected', recipientName: 'Cleo Clark', handedOverTo: 'Dora Doe' },
  })
  for (const who of [NEXT, ANN]) {
    const { basis: _, ...shown } = toLinkedRequest(row, who)
    expect(JSON.stringify(shown)).not.toContain(old.email)
    expect(shown.participants[0]).toMatchObject({ isCorrected: true, tookOverFrom: null })
  }
  expect(toSummary(row, JANE.accountId).recipients[0]).toMatchObject({ isCorrected: true })
})

test('the access code stays, and its wrong entries are forgotten', async () => {
  const accessCode = { salt: 'c2FsdA', hash: 'aGFzaA', wrong: 10 }
  const recipients = started.recipients.map((item) => ({ ...item, accessCode }))
  const { recipients: after } = await corrections.correct(
    await corrections.copyOf({ ...started, recipients }),
    CLEO,
  )
  expect(after[4]?.accessCode).toEqual({ ...accessCode, wrong: 0 })
})

test('a correction again changes nothing, counts no e-mail, and can be corrected itself', async () => {
  const id = await corrections.copyOf()
  await corrections.correct(id, CLEO)
  expect(await corrections.refusalOf(id, () => corrections.correct(id, CLEO))).toBe('accepted')
  expect(
    await corrections.refusalOf(id, () => corrections.correct(id, CLEO, cleoAt('c@example.com'))),
  ).toBe('RECIPIENT_REPLACED')
  // Back to the first address, which was right after all.
  const { recipients } = await corrections.correct(id, NEXT, cleoAt('cleo.clark@example.com'))
  expect(recipients[5]).toMatchObject({ id: 'recipient-6', original: CLEO, handedOverTo: null })
  await act(system, id, 'recipient-6')
  expect(await corrections.readAsVerifier(id)).toContain('approved')
})

test('the name alone can be corrected', async () => {
  const id = await corrections.copyOf()
  const email = 'cleo.clark@example.com'
  const row = await corrections.correct(id, CLEO, {
    name: 'Cleo Clarke',
    email: 'Cleo.Clark@Example.com',
  })
  expect(row.recipients[4]).toMatchObject({ name: 'Cleo Clarke', email })
})

test('who took over from somebody is still named after a correction of the one who took over', async () => {
  const id = await corrections.copyOf()
  await handOver(system.deps, byLink(system, id, CLEO), DORA)
  const row = await corrections.correct(id, NEXT, {
    name: 'Dora Doe',
    email: 'dora.doe@example.com',
  })
  expect(toLinkedRequest(row, 'recipient-6').you).toMatchObject({
    ...{ tookOverFrom: 'Cleo Clark', isCorrected: true, original: CLEO },
  })
})

test('key, waiting key and code of the old entry end', async () => {
  const id = await corrections.copyOf()
  const cleo = await bindNew(system, id, CLEO)
  const body = await statementOf(system, id, CLEO, cleo)
  const other = await createSigner()
  const waiting = await bindKey(system.deps, byLink(system, id, CLEO), {
    publicKey: other.publicKeyText,
  })
  const thumbprint = waiting.recipients[3]?.otherKey?.thumbprint ?? ''
  await corrections.correct(id, CLEO)
  const actor = byLink(system, id, CLEO)
  for (const action of [
    () => signRequest(system.deps, actor, body),
    () => bindKey(system.deps, actor, { publicKey: other.publicKeyText }),
    () => handOver(system.deps, actor, { name: 'Eve', email: 'eve@example.com' }),
  ])
    expect(await corrections.refusalOf(id, action)).toBe('SIGNING_LINK_NOT_FOUND')
  const release = () => releaseKey(system.deps, () => system.read(id), CLEO, thumbprint)
  expect(await corrections.refusalOf(id, release)).toBe('NO_KEY_TO_RELEASE')
  expect(await corrections.refusalOf(id, () => markOpened(system.deps, actor))).toBe('accepted')
  // The statement of the old entry is no statement of the new one either.
  await bindNew(system, id, NEXT)
  const asNext = () => signRequest(system.deps, byLink(system, id, NEXT), body)
  expect(await corrections.refusalOf(id, asNext)).toBe('STATEMENT_REFUSED')
})
