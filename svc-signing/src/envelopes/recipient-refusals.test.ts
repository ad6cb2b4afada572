/** What recipients may not do: each refusal leaves the request as it was. */
import { fromBase64Url, toBase64Url } from '@inkproof/proof/bytes'
import type { SignRequest } from '@inkproof/protocol/sign-request'
import type { AppError } from '@inkproof/service-kit/app-error'
import { decodeSignedStatement, encodeSignedStatement } from '@inkproof/signing/signed-statement'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bindKey, releaseKey } from './bind-key.ts'
import { declineRequest } from './decline-request.ts'
import { expireRequest, voidRequest } from './end-request.ts'
import type { EnvelopeRow, RequestRow } from './envelopes.model.ts'
import { handOver } from './hand-over.ts'
import { markOpened } from './mark-opened.ts'
import { toEnvelope } from './present.ts'
import { reasonOf, toLinkedRequest } from './present-link.ts'
import { signRequest } from './sign-request.ts'
import { type EnvelopeSystem, JANE, newId, openEnvelopeSystem } from './testing/envelope-system.ts'
import {
  ANN,
  act,
  BOB,
  bindNew,
  byLink,
  CLEO,
  FOUR,
  SENDER,
  statementOf,
} from './testing/recipients.ts'
import { createSigner, type SignChanges, type Signer, signAs } from './testing/signer.ts'

let system: EnvelopeSystem
let started: EnvelopeRow
beforeAll(async () => {
  system = await openEnvelopeSystem()
  started = await system.started(FOUR)
})
afterAll(() => system.close())

const DORA = { name: 'Dora Doe', email: 'dora@example.com' }

/** A copy of the started request under another ID: for the database it is another one. */
async function startFour(): Promise<string> {
  const startedAt = system.clock.now
  const expiresAt = new Date(startedAt.getTime() + 7 * 24 * 3_600_000)
  const request = { ...(started.request as RequestRow), startedAt, expiresAt }
  const row = { ...started, _id: newId(), dueAt: null, request }
  await system.deps.envelopes.insert(row)
  return row._id
}

const sign = (id: string, who: string, body: SignRequest) =>
  signRequest(system.deps, byLink(system, id, who), body)
const decline = (id: string, who: string, body: SignRequest) =>
  declineRequest(system.deps, byLink(system, id, who), body)
const bind = async (id: string, who: string) =>
  bindKey(system.deps, byLink(system, id, who), { publicKey: (await createSigner()).publicKeyText })
const give = (id: string, who: string, person = DORA) =>
  handOver(system.deps, byLink(system, id, who), person)

/** The request, apart from which of its steps are in the record already. */
async function contentOf(id: string): Promise<EnvelopeRow> {
  const row = await system.read(id)
  return { ...row, steps: row.steps.map((step) => ({ ...step, index: null })) }
}

/** Returns the code of the refusal, after checking that it has changed nothing. */
async function refusalOf(id: string, action: () => Promise<unknown>): Promise<string> {
  const before = await contentOf(id)
  const code = await action().then(
    () => 'accepted',
    ({ code: found, details }: AppError) =>
      found === 'STATEMENT_REFUSED' ? String(details.issues?.[0]?.message) : found,
  )
  expect(await contentOf(id)).toEqual(before)
  return code
}

test('the last statement is refused if an earlier one was changed in the database', async () => {
  const id = await startFour()
  await act(system, id, CLEO)
  await act(system, id, ANN)
  await act(system, id, BOB)
  const signer = await createSigner()
  const jane = system.actor(JANE, { id, recipient: SENDER })
  await bindKey(system.deps, jane, { publicKey: signer.publicKeyText })
  const shown = toEnvelope(await system.read(id), JANE.accountId)
  const body = await signAs(signer, shown, { now: system.clock.now })
  const { recipients } = await system.read(id)
  const signedBy = (index: number) =>
    decodeSignedStatement(fromBase64Url(recipients[index]?.statement?.signed ?? ''))
  const forged = encodeSignedStatement({ ...signedBy(1), signature: signedBy(2).signature })
  const stored = { 'recipients.1.statement.signed': toBase64Url(forged) }
  await system.model.updateOne({ _id: id }, { $set: stored })
  expect(await refusalOf(id, () => signRequest(system.deps, jane, body))).toBe('BAD_SIGNATURE')
})

test('nobody acts before their turn', async () => {
  const id = await startFour()
  for (const who of [ANN, SENDER]) {
    expect(await refusalOf(id, () => bind(id, who))).toBe('NOT_YOUR_TURN')
    expect(await refusalOf(id, () => give(id, who))).toBe('NOT_YOUR_TURN')
    expect(await refusalOf(id, () => markOpened(system.deps, byLink(system, id, who)))).toBe(
      'accepted',
    )
  }
  await act(system, id, CLEO)
  await act(system, id, ANN)
  expect(await refusalOf(id, () => bind(id, SENDER))).toBe('NOT_YOUR_TURN')
})

test('opening a link is recorded once', async () => {
  const id = await startFour()
  const link = byLink(system, id, CLEO)
  const { steps } = await markOpened(system.deps, link)
  expect(steps.map(({ recipient, type }) => [type, recipient])).toEqual([
    ['sent', null],
    ['opened', CLEO],
  ])
  expect(await refusalOf(id, () => markOpened(system.deps, link))).toBe('accepted')
})

test('viewers and copies have nothing to sign', async () => {
  const [first, second, third] = FOUR.recipients
  const recipients = [
    { ...first, order: 1 },
    { ...second, role: 'viewer', order: 1 },
    { ...third, role: 'copy', order: 1 },
  ] as typeof FOUR.recipients
  const fields = FOUR.fields.filter(({ recipient }) => recipient === 0)
  const { _id: id } = await system.started({ ...FOUR, recipients, fields })
  for (const who of [ANN, BOB]) {
    expect(await refusalOf(id, () => bind(id, who))).toBe('NOTHING_TO_SIGN')
    expect(await refusalOf(id, () => give(id, who))).toBe('NOTHING_TO_SIGN')
  }
})

/** Ann and Bob can sign; the statement is Ann's, changed. */
async function refuseAnn(changes: SignChanges, from: string = ANN): Promise<string> {
  const id = await startFour()
  await act(system, id, CLEO)
  const [ann, bob] = [await bindNew(system, id, ANN), await bindNew(system, id, BOB)]
  const signer: Signer = from === ANN ? ann : bob
  const body = await statementOf(system, id, from, signer, changes)
  return refusalOf(id, () => sign(id, ANN, body))
}

test.each<[string, string, SignChanges]>([
  ['an approval', 'OTHER_ACT', { statement: (item) => ({ ...item, act: 'approve' }) }],
  ['a refusal to sign', 'OTHER_ACT', { reason: '' }],
  [
    'another recipient’s field',
    'OTHER_FIELD',
    {
      statement: (item) => ({
        ...item,
        values: item.values.map((value) => ({
          ...value,
          field: value.field.replace('signer-02-signature', 'signer-03-signature'),
        })),
      }),
      revealed: (values) =>
        values.map((value) => ({
          ...value,
          field: value.field.replace('signer-02-signature', 'signer-03-signature'),
        })),
    },
  ],
])('a signer cannot send %s: %s', async (_name, code, changes) => {
  expect(await refuseAnn(changes)).toBe(code)
})

test('a signer cannot send another recipient’s statement', async () => {
  expect(await refuseAnn({}, BOB)).toBe('OTHER_RECIPIENT')
})

test('a statement names exactly what was shown of those before', async () => {
  const id = await startFour()
  for (const who of [CLEO, ANN, BOB]) await act(system, id, who)
  const signer = await bindNew(system, id, SENDER)
  const refuse = async (changes: SignChanges) =>
    refusalOf(id, async () =>
      sign(id, SENDER, await statementOf(system, id, SENDER, signer, changes)),
    )
  expect(await refuse({ statement: (item) => ({ ...item, seen: [] }) })).toBe('SEEN_MISSING')
  const withoutLast = (item: Parameters<NonNullable<SignChanges['statement']>>[0]) => ({
    ...item,
    seen: item.seen.slice(0, -1),
  })
  expect(await refuse({ statement: withoutLast })).toBe('SEEN_MISSING')
  expect(
    await refuse({
      statement: (item) => ({
        ...item,
        seen: item.seen.map((value) => ({ ...value, hash: new Uint8Array(32) })),
      }),
    }),
  ).toBe('SEEN_DIFFERS')
  expect(await refuse({ statement: (item) => ({ ...item, seen: item.values }) })).toBe(
    'SEEN_UNKNOWN',
  )
})

test('who signs at the same time does not name the others’ values', async () => {
  const id = await startFour()
  await act(system, id, CLEO)
  await act(system, id, BOB)
  const ann = await bindNew(system, id, ANN)
  const { statement } = (await system.read(id)).recipients[2] ?? {}
  expect(statement).not.toBeNull()
  const shown = toLinkedRequest(await system.read(id), SENDER).basis.earlier
  const seen = shown.flatMap(({ field, hidden }) =>
    hidden.map(({ hash, kind }) => ({
      field,
      kind,
      hash: Buffer.from(hash, 'hex'),
    })),
  )
  const sorted = seen.toSorted((a, b) => (`${a.field} ${a.kind}` < `${b.field} ${b.kind}` ? 1 : -1))
  const one = sorted.slice(0, 1).map((item) => ({ ...item, hash: new Uint8Array(item.hash) }))
  const body = await statementOf(system, id, ANN, ann, {
    statement: (item) => ({ ...item, seen: one }),
  })
  expect(await refusalOf(id, () => sign(id, ANN, body))).toBe('SEEN_UNKNOWN')
})

test('who has handed over does nothing more, and nobody is a recipient twice', async () => {
  const id = await startFour()
  const cleo = await bindNew(system, id, CLEO)
  const body = await statementOf(system, id, CLEO, cleo)
  const own = { name: 'Cleo Clark', email: 'CLEO.clark@example.com' }
  for (const person of [own, { name: 'Bob', email: 'bob.baker@example.com' }])
    expect(await refusalOf(id, () => give(id, CLEO, person))).toBe('ALREADY_RECIPIENT')
  const foreign = { ...DORA, email: 'dörte@example.com' }
  expect(await refusalOf(id, () => give(id, CLEO, foreign))).toBe('INVALID_INPUT')
  await give(id, CLEO)
  expect(await refusalOf(id, () => sign(id, CLEO, body))).toBe('HANDED_OVER')
  expect(await refusalOf(id, () => bind(id, CLEO))).toBe('HANDED_OVER')
  const other = { ...DORA, email: 'e@example.com' }
  expect(await refusalOf(id, () => give(id, CLEO, other))).toBe('HANDED_OVER')
  await act(system, id, 'recipient-5')
  expect(await refusalOf(id, () => give(id, ANN, other))).toBe('HAND_OVER_TOO_LATE')
})

test('only a key that waits is released, and none after the statement', async () => {
  const id = await startFour()
  const release = (thumbprint: string) =>
    releaseKey(system.deps, () => system.read(id), CLEO, thumbprint)
  const cleo = await bindNew(system, id, CLEO)
  const thumbprint = (await system.read(id)).recipients[3]?.key?.thumbprint ?? ''
  expect(await refusalOf(id, () => release(thumbprint))).toBe('NO_KEY_TO_RELEASE')
  await bind(id, CLEO)
  const waiting = (await system.read(id)).recipients[3]?.otherKey?.thumbprint ?? ''
  expect(await refusalOf(id, () => release(thumbprint))).toBe('NO_KEY_TO_RELEASE')
  await sign(id, CLEO, await statementOf(system, id, CLEO, cleo))
  expect(await refusalOf(id, () => release(waiting))).toBe('ALREADY_SIGNED')
  expect(await refusalOf(id, () => bind(id, CLEO))).toBe('ALREADY_SIGNED')
})

test('a recipient who declines ends the request for everybody, with the reason', async () => {
  const id = await startFour()
  await act(system, id, CLEO)
  const [ann, bob] = [await bindNew(system, id, ANN), await bindNew(system, id, BOB)]
  const bobSigns = await statementOf(system, id, BOB, bob)
  const long = await statementOf(system, id, ANN, ann, { reason: 'x'.repeat(501) })
  expect(await refusalOf(id, () => decline(id, ANN, long))).toBe('BAD_REASON')
  expect(await refusalOf(id, () => decline(id, BOB, bobSigns))).toBe('OTHER_ACT')
  const body = await statementOf(system, id, ANN, ann, { reason: 'The rent is wrong' })
  const declined = await decline(id, ANN, body)
  expect([declined.state, reasonOf(declined)]).toEqual(['declined', 'The rent is wrong'])
  const linked = toLinkedRequest(declined, ANN)
  expect([linked.you.state, linked.reason]).toEqual(['declined', 'The rent is wrong'])
  await system.work()
  const entry = system.record.openings.at(-1)
  expect([entry?.kind, entry?.previous]).toEqual([2, BigInt(declined.steps[0]?.index ?? -1)])
  expect(await refusalOf(id, () => decline(id, ANN, body))).toBe('accepted')
  expect(await refusalOf(id, () => sign(id, BOB, bobSigns))).toBe('ENVELOPE_ENDED')
  expect(await refusalOf(id, () => bind(id, BOB))).toBe('ENVELOPE_ENDED')
  const withdraw = async () => voidRequest(system.deps, await system.read(id), '')
  expect(await refusalOf(id, withdraw)).toBe('ENVELOPE_ENDED')
})

test('a withdrawn or expired request is neither signed, declined, opened nor handed over', async () => {
  const ends = {
    voided: async (id: string) => voidRequest(system.deps, await system.read(id), ''),
    expired: async (id: string) => {
      system.pass(7 * 24 * 3_600_000)
      return expireRequest(system.deps, await system.read(id))
    },
  }
  for (const [state, end] of Object.entries(ends)) {
    const id = await startFour()
    const cleo = await bindNew(system, id, CLEO)
    const body = await statementOf(system, id, CLEO, cleo)
    const no = await statementOf(system, id, CLEO, cleo, { reason: '' })
    expect((await end(id)).state).toBe(state)
    for (const action of [
      () => sign(id, CLEO, body),
      () => decline(id, CLEO, no),
      () => give(id, CLEO),
    ])
      expect(await refusalOf(id, action)).toBe('ENVELOPE_ENDED')
    expect(await refusalOf(id, () => markOpened(system.deps, byLink(system, id, CLEO)))).toBe(
      'accepted',
    )
  }
})

test('who has signed cannot sign again, decline or hand over', async () => {
  const id = await startFour()
  await act(system, id, CLEO)
  const ann = await bindNew(system, id, ANN)
  const body = await statementOf(system, id, ANN, ann)
  const other = await statementOf(system, id, ANN, ann)
  const no = await statementOf(system, id, ANN, ann, { reason: '' })
  await sign(id, ANN, body)
  expect(await refusalOf(id, () => sign(id, ANN, body))).toBe('accepted')
  expect(await refusalOf(id, () => sign(id, ANN, other))).toBe('ALREADY_SIGNED')
  expect(await refusalOf(id, () => decline(id, ANN, no))).toBe('ALREADY_SIGNED')
  expect(await refusalOf(id, () => give(id, ANN))).toBe('ALREADY_SIGNED')
})
