/** Requests with several recipients, from the start to a finished PDF that a verifier accepts. */
import { fromBase64Url, fromUtf8, toBase64Url } from '@inkproof/proof/bytes'
import type { EnvelopeStep } from '@inkproof/protocol/envelopes'
import { appearanceHash } from '@inkproof/signing/appearance-stream'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bindKey, releaseKey } from './bind-key.ts'
import { handOver } from './hand-over.ts'
import { markOpened } from './mark-opened.ts'
import { toEnvelope, toSteps, toSummary } from './present.ts'
import { toLinkedRequest } from './present-link.ts'
import { signRequest } from './sign-request.ts'
import { type EnvelopeSystem, JANE, openEnvelopeSystem } from './testing/envelope-system.ts'
import {
  ANN,
  act,
  BOB,
  bindNew,
  byLink,
  CLEO,
  FOUR,
  recipient,
  SENDER,
  statementOf,
} from './testing/recipients.ts'
import { createSigner, STREAM, signAs } from './testing/signer.ts'
import { rememberStatements, verifyFinished } from './testing/verify-finished.ts'

let system: EnvelopeSystem
let statements: Map<string, Uint8Array>
beforeAll(async () => {
  system = await openEnvelopeSystem()
  statements = rememberStatements(system)
})
afterAll(() => system.close())

const statesOf = async (id: string) =>
  toEnvelope(await system.read(id), JANE.accountId).recipients.map(
    ({ name, state }) => `${name}: ${state}`,
  )

test('four recipients act in mixed order, and the finished PDF verifies', async () => {
  const { _id: id } = await system.started(FOUR)
  expect(await statesOf(id)).toEqual([
    ...['Cleo Clark: invited', 'Ann Archer: later', 'Bob Baker: later', 'Jane Roe: later'],
  ])
  await markOpened(system.deps, byLink(system, id, CLEO))
  await act(system, id, CLEO)
  // Two at the same time: neither sees what the other enters.
  const [ann, bob] = [await bindNew(system, id, ANN), await bindNew(system, id, BOB)]
  const annSigns = await statementOf(system, id, ANN, ann)
  const bobSigns = await statementOf(system, id, BOB, bob)
  await signRequest(system.deps, byLink(system, id, BOB), bobSigns)
  expect(toLinkedRequest(await system.read(id), ANN).basis.earlier).toEqual([])
  await signRequest(system.deps, byLink(system, id, ANN), annSigns)
  expect(await statesOf(id)).toEqual([
    ...['Cleo Clark: done', 'Ann Archer: done', 'Bob Baker: done', 'Jane Roe: invited'],
  ])

  const jane = system.actor(JANE, { id, recipient: SENDER })
  const signer = await createSigner()
  const bound = await bindKey(system.deps, jane, { publicKey: signer.publicKeyText })
  const shown = toEnvelope(bound, JANE.accountId)
  const earlier = shown.basis?.earlier ?? []
  expect(earlier).toHaveLength(4)
  for (const { appearance, hidden } of earlier) {
    const contents = new Map(hidden.map(({ content, kind }) => [kind, fromBase64Url(content)]))
    expect(appearance).toBe(toBase64Url(STREAM))
    expect(contents.get('appearance')).toEqual(appearanceHash(STREAM))
    const text = contents.get('value')
    if (text) expect(fromUtf8(text)).toBe('Springfield')
  }
  expect(earlier.map(({ hidden }) => hidden.length).sort()).toEqual([1, 1, 2, 2])
  const last = await signAs(signer, shown, { now: system.clock.now })
  expect((await signRequest(system.deps, jane, last)).state).toBe('completing')
  await system.work()

  const { checks, fields, participants, signatures, verdict } = await verifyFinished(
    system,
    id,
    statements,
  )
  expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(verdict).toBe('verified')
  expect(fields).toEqual([
    ...['signer-03-signature', 'signer-02-signature', 'signer-01-signature'],
    ...['final-signature', 'document-time-stamp'],
  ])
  expect(new Set(signatures)).toEqual(new Set(['signed']))
  expect(participants.map(({ binding, name }) => [name, binding?.method])).toEqual([
    ...[
      ['Cleo Clark', 'mailbox'],
      ['Bob Baker', 'mailbox'],
    ],
    ...[
      ['Ann Archer', 'mailbox'],
      ['Jane Roe', 'account'],
    ],
  ])
})

test('a request with approvers only is finished with the seal alone', async () => {
  const recipients = [
    recipient('Ann Archer', 1, { role: 'approver' }),
    recipient('Bob Baker', 1, { role: 'viewer' }),
    recipient('Cleo Clark', 1, { role: 'copy' }),
  ]
  const { _id: id } = await system.started({ ...FOUR, recipients, fields: [] })
  expect((await statesOf(id)).map((text) => text.split(': ')[1])).toEqual([
    ...['invited', 'invited', 'later'],
  ])
  await act(system, id, SENDER)
  await system.work()
  const { checks, fields, verdict } = await verifyFinished(system, id, statements)
  expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect([verdict, fields]).toEqual(['verified', ['final-signature', 'document-time-stamp']])
  expect((await statesOf(id)).map((text) => text.split(': ')[1])).toEqual([
    ...['done', 'done', 'done'],
  ])
})

test('a person who takes over, and another key that the sender released, verify', async () => {
  const recipients = [recipient('Ann Archer', 1), recipient('Bob Baker', 2)]
  const fields = FOUR.fields.flatMap((field) =>
    field.recipient === 0 ? [] : [{ ...field, recipient: field.recipient - 1 }],
  )
  const { _id: id } = await system.started({ ...FOUR, recipients, fields })
  await bindNew(system, id, SENDER)
  const dora = { name: 'Dora Doe', email: 'Dora@Example.com' }
  const { recipients: rows } = await handOver(system.deps, byLink(system, id, SENDER), dora)
  expect(rows.at(-1)).toMatchObject({
    ...{ id: 'recipient-3', email: 'dora@example.com', original: SENDER, order: 1 },
    ...{ role: 'signer', key: null, accountId: null },
  })
  expect(new Set(rows.map(({ linkId }) => linkId)).size).toBe(3)
  const handedOver = await system.read(id)
  const { participants: people, you } = toLinkedRequest(handedOver, 'recipient-3')
  expect(you).toMatchObject({ original: SENDER, tookOverFrom: 'Ann Archer' })
  expect(people.map(({ name, tookOverFrom }) => [name, tookOverFrom])).toEqual([
    ['Dora Doe', 'Ann Archer'],
    ['Bob Baker', null],
  ])
  expect(toSummary(handedOver, JANE.accountId).recipients).toMatchObject(
    people.map(({ original, tookOverFrom }) => ({ original, tookOverFrom })),
  )
  const named = ({ handedOverTo, recipientName, type }: EnvelopeStep) =>
    `${type} ${recipientName} ${handedOverTo}`
  expect(toSteps(handedOver).map(named)).toEqual([
    ...['sent null null', 'verified Ann Archer null', 'bound Ann Archer null'],
    ...['verified Ann Archer null', 'handed-over Ann Archer Dora Doe'],
  ])
  const link = byLink(system, id, 'recipient-3')
  const lost = await bindNew(system, id, 'recipient-3')
  const other = await createSigner()
  await bindKey(system.deps, link, { publicKey: other.publicKeyText })
  const waiting = toEnvelope(await system.read(id), JANE.accountId).recipients[0]?.otherKey
  expect(toLinkedRequest(await system.read(id), 'recipient-3').waitsForRelease).toBe(true)
  const thumbprint = waiting?.thumbprint ?? ''
  await releaseKey(system.deps, link.read, 'recipient-3', thumbprint)
  const refused = signRequest(system.deps, link, await statementOf(system, id, 'recipient-3', lost))
  await expect(refused).rejects.toMatchObject({ code: 'STATEMENT_REFUSED' })
  await signRequest(system.deps, link, await statementOf(system, id, 'recipient-3', other))
  await act(system, id, ANN)
  await system.work()
  const {
    checks,
    fields: names,
    participants,
    verdict,
  } = await verifyFinished(system, id, statements)
  expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(verdict).toBe('verified')
  expect(names.slice(0, 2)).toEqual(['signer-01-signature', 'signer-02-signature'])
  expect(participants).toMatchObject([
    { name: 'Dora Doe', binding: { isReplacement: true } },
    { name: 'Bob Baker', binding: { isReplacement: false } },
  ])
})
