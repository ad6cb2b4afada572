/** Requests that end without completion: also while the record is unreachable, and many signing records of them. */
import { AppError } from '@inkproof/service-kit/app-error'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { declineRequest } from './decline-request.ts'
import { voidRequest } from './end-request.ts'
import { createSigningRecords } from './signing-record.ts'
import { type EnvelopeSystem, openEnvelopeSystem } from './testing/envelope-system.ts'
import { bindNew, byLink, CLEO, FOUR, statementOf } from './testing/recipients.ts'

let system: EnvelopeSystem
beforeAll(async () => {
  system = await openEnvelopeSystem()
})
afterAll(() => system.close())

test.each(['declined', 'voided'] as const)(
  'while the record is unreachable, a request can be %s if its first entry is there',
  async (state) => {
    const { _id: id } = await system.started(FOUR)
    const cleo = await bindNew(system, id, CLEO)
    const append = async () => Promise.reject(new AppError('UNAVAILABLE'))
    const deps = { ...system.deps, record: { ...system.record, append } }
    const body = await statementOf(system, id, CLEO, cleo, { reason: 'No' })
    const row =
      state === 'declined'
        ? await declineRequest(deps, byLink(system, id, CLEO), body)
        : await voidRequest(deps, await system.read(id), '')
    expect([row.state, row.steps.at(-1)?.index]).toEqual([state, null])
    await system.work()
    const { steps } = await system.read(id)
    expect(steps.every(({ index }) => index !== null)).toBe(true)
    expect(system.record.openings.at(-1)?.previous).toBe(BigInt(steps[0]?.index ?? -1))
  },
)

test('many signing records are made one at a time, and those of one workspace do not refuse those of another', async () => {
  const { _id: id } = await system.started(FOUR)
  await voidRequest(system.deps, await system.read(id), '')
  await system.work()
  const row = await system.read(id)
  const running: string[] = []
  let most = 0
  const writeReport = async ({ subtitle }: { subtitle: string }) => {
    most = Math.max(most, running.push(subtitle))
    await new Promise(setImmediate)
    running.pop()
    return new Uint8Array()
  }
  const make = createSigningRecords({ record: system.record, pdf: { writeReport } })
  const many = Array.from({ length: 40 }, () => make(row))
  await Promise.all([...many, make({ ...row, workspaceId: 'another' })])
  expect(most).toBe(1)
})
