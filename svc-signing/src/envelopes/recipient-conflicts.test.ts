/** Hand-overs and ends that meet something else: the request can still be finished, or shows nothing more than it must. */
import { fromBase64Url, fromHex } from '@inkproof/proof/bytes'
import { MAX_RECIPIENTS } from '@inkproof/protocol/start-envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { readPeople } from '@inkproof/signing/people'
import { readSteps } from '@inkproof/signing/read-steps'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bindKey, releaseKey } from './bind-key.ts'
import { voidRequest } from './end-request.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { handOver } from './hand-over.ts'
import { markOpened } from './mark-opened.ts'
import { toLinkedRequest } from './present-link.ts'
import { signRequest } from './sign-request.ts'
import { openingOf } from './steps.ts'
import { type EnvelopeSystem, newId, openEnvelopeSystem } from './testing/envelope-system.ts'
import { otherProcess, race, repeat } from './testing/race.ts'
import {
  ANN,
  act,
  BOB,
  bindNew,
  byLink,
  CLEO,
  FOUR,
  recipient,
  statementOf,
} from './testing/recipients.ts'
import { createSigner } from './testing/signer.ts'

let system: EnvelopeSystem
let started: EnvelopeRow
beforeAll(async () => {
  system = await openEnvelopeSystem()
  started = await system.started(FOUR)
})
afterAll(() => system.close())

const DORA = { name: 'Dora Doe', email: 'dora@example.com' }

/** A copy of a request under another ID: for the database it is another one. */
async function copyOf(row: EnvelopeRow): Promise<string> {
  const copy = { ...row, _id: newId(), dueAt: null }
  await system.deps.envelopes.insert(copy)
  return copy._id
}

/** A request whose first recipient has a key, and another one that waits for the sender. */
async function withWaitingKey(): Promise<EnvelopeRow> {
  const id = await copyOf(started)
  await bindNew(system, id, CLEO)
  const { publicKeyText } = await createSigner()
  return bindKey(system.deps, byLink(system, id, CLEO), { publicKey: publicKeyText })
}

const waitingKey = (row: EnvelopeRow) => row.recipients[3]?.otherKey?.thumbprint ?? ''
const release = (id: string, thumbprint: string) =>
  releaseKey(system.deps, () => system.read(id), CLEO, thumbprint)
const give = (id: string, deps = system.deps) => handOver(deps, byLink(system, id, CLEO), DORA)

/** Reads the steps as a verifier does, which refuses those of somebody who has handed over. */
async function readAsVerifier(id: string): Promise<string[]> {
  const { request, steps } = await system.read(id)
  const read = readSteps(steps.map(openingOf), fromHex(request?.digest ?? ''))
  readPeople(decodeEnvelope(fromBase64Url(request?.envelope ?? '')), read)
  return read.map(({ type }) => type)
}

test('a key that waits is not released after its owner has handed over, and the request can be signed', async () => {
  const row = await withWaitingKey()
  await give(row._id)
  const released = release(row._id, waitingKey(row))
  await expect(released).rejects.toMatchObject({ code: 'NO_KEY_TO_RELEASE' })
  expect((await act(system, row._id, 'recipient-5')).steps.at(-1)?.type).toBe('approved')
  expect(await readAsVerifier(row._id)).toContain('handed-over')
})

test('of a release and a hand-over at once, none leaves a request that nobody can verify', async () => {
  const row = await withWaitingKey()
  const seen = new Set<string>()
  await repeat(20, async (seed) => {
    const id = await copyOf(row)
    const outcome = await race(seed, [
      () => release(id, waitingKey(row)),
      () => give(id, otherProcess(system.deps)),
    ])
    const steps = await readAsVerifier(id)
    expect(outcome[1]).toBe('signing')
    expect(steps.filter((type) => type === 'bound')).toHaveLength(outcome[0] === 'signing' ? 2 : 1)
    seen.add(outcome[0] ?? '')
  })
  expect([...seen].toSorted()).toEqual(['NO_KEY_TO_RELEASE', 'signing'])
})

test('of a release and a statement with the earlier key at once, exactly one counts', async () => {
  const id = await copyOf(started)
  const cleo = await bindNew(system, id, CLEO)
  const other = await createSigner()
  const row = await bindKey(system.deps, byLink(system, id, CLEO), {
    publicKey: other.publicKeyText,
  })
  const body = await statementOf(system, id, CLEO, cleo)
  const seen = new Set<string>()
  await repeat(20, async (seed) => {
    const copy = await copyOf(row)
    const outcome = await race(seed, [
      () => release(copy, waitingKey(row)),
      () => signRequest(otherProcess(system.deps), byLink(system, copy, CLEO), body),
    ])
    const steps = await readAsVerifier(copy)
    expect([outcome, steps.includes('approved')]).toEqual(
      outcome[0] === 'signing'
        ? [['signing', 'STATEMENT_REFUSED'], false]
        : [['ALREADY_SIGNED', 'signing'], true],
    )
    seen.add(outcome[0] ?? '')
  })
  expect(seen.size).toBe(2)
})

test('of a hand-over and the first statement at once, the statement is the last word', async () => {
  const recipients = FOUR.recipients.map((item) => ({ ...item, order: 1 }))
  const { _id } = await system.started({ ...FOUR, recipients })
  const cleo = await bindNew(system, _id, CLEO)
  const prototype = await system.read(_id)
  const body = await statementOf(system, _id, CLEO, cleo)
  const seen = new Set<string>()
  await repeat(20, async (seed) => {
    const id = await copyOf(prototype)
    const outcome = await race(seed, [
      () => signRequest(system.deps, byLink(system, id, CLEO), body),
      () => handOver(otherProcess(system.deps), byLink(system, id, ANN), DORA),
    ])
    const steps = await readAsVerifier(id)
    expect([outcome[0], steps.includes('handed-over')]).toEqual([
      'signing',
      outcome[1] === 'signing',
    ])
    if (outcome[1] === 'signing')
      expect(steps.indexOf('handed-over')).toBeLessThan(steps.indexOf('approved'))
    else expect(outcome[1]).toBe('HAND_OVER_TOO_LATE')
    seen.add(outcome[1] ?? '')
  })
  expect(seen.size).toBe(2)
})

test('fifty recipients open their links and bind their keys at the same time', async () => {
  const recipients = Array.from({ length: MAX_RECIPIENTS }, (_, i) =>
    recipient(`Person ${i + 1}`, 1, { role: 'approver' }),
  )
  const { _id: id, recipients: rows } = await system.started({ ...FOUR, recipients, fields: [] })
  await Promise.all(rows.map((row) => markOpened(system.deps, byLink(system, id, row.id))))
  await Promise.all(rows.map((row) => bindNew(system, id, row.id)))
  expect(await readAsVerifier(id)).toHaveLength(1 + 3 * MAX_RECIPIENTS)
})

test('after the end without completion, a link no longer shows what others entered', async () => {
  const recipients = FOUR.recipients.map((item, i) => (i === 1 ? { ...item, order: 1 } : item))
  const { _id: id } = await system.started({ ...FOUR, recipients })
  await act(system, id, CLEO)
  await act(system, id, ANN)
  expect(toLinkedRequest(await system.read(id), BOB).basis.earlier).not.toEqual([])
  const voided = await voidRequest(system.deps, await system.read(id), 'Wrong address')
  expect(toLinkedRequest(voided, BOB).basis.earlier).toEqual([])
})
