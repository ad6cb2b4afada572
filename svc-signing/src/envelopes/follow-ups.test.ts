/** Follow-ups of the job: called after its own work, again when they are due, and after a failure. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { FollowUp } from './envelope-jobs.ts'
import { type EnvelopeSystem, openEnvelopeSystem } from './testing/envelope-system.ts'
import { bindNew, CLEO, FOUR } from './testing/recipients.ts'

let system: EnvelopeSystem
beforeAll(async () => {
  system = await openEnvelopeSystem()
})
afterAll(() => system.close())

const DAY_MS = 24 * 3_600_000

test('a follow-up runs after the first entry, when it is due, after each change and at the end', async () => {
  const { _id: id } = await system.started(FOUR)
  const calls: string[] = []
  const followUp: FollowUp = async ({ state, steps }) => {
    calls.push(`${state} ${steps.length} ${steps.every(({ index }) => index !== null)}`)
    return state === 'signing' ? new Date(system.clock.now.getTime() + DAY_MS) : null
  }
  const work = () => system.work({ followUps: [followUp] })
  await work()
  await work()
  expect(calls.splice(0)).toEqual(['signing 1 true'])
  expect((await system.read(id)).dueAt).toEqual(new Date(system.clock.now.getTime() + DAY_MS))
  system.pass(DAY_MS)
  await work()
  expect(calls.splice(0)).toEqual(['signing 1 true'])
  await bindNew(system, id, CLEO)
  await work()
  expect(calls.splice(0)).toEqual(['signing 3 true'])
  system.pass(7 * DAY_MS)
  await work()
  // The end itself makes the request due once more.
  expect(new Set(calls)).toEqual(new Set(['expired 4 true']))
  expect((await system.read(id)).dueAt).toBeNull()
})

test('a follow-up that fails is called again', async () => {
  const { _id: id } = await system.started(FOUR)
  let isDown = true
  let calls = 0
  const followUp: FollowUp = async () => {
    calls += 1
    if (isDown) throw new Error('the mails cannot be stored')
    return null
  }
  await system.work({ followUps: [followUp] })
  isDown = false
  expect([calls, (await system.read(id)).attempts]).toEqual([1, 1])
  system.pass(60_000)
  await system.work({ followUps: [followUp] })
  expect([calls, (await system.read(id)).attempts]).toEqual([2, 0])
})

test('a draft has no follow-ups', async () => {
  const { _id: id } = await system.draft()
  system.pass(2 * 3_600_000)
  const seen: string[] = []
  const followUp: FollowUp = async (row) => {
    seen.push(row._id)
    return null
  }
  await system.work({ followUps: [followUp] })
  expect(seen).not.toContain(id)
  expect((await system.read(id)).state).toBe('draft')
})
