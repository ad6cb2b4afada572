import { showQuota } from '@inkproof/protocol/calls/quotas'
import { consumeQuota } from '@inkproof/protocol/internal'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { testIdentity } from '@inkproof/service-kit/testing/service-identity'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { SERVICES, startAuth, type TestAuth } from '../testing/start.ts'
import { createWorkspacePeople } from '../testing/workspace-people.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import { quotaUseModel } from './quota-uses.model.ts'
import { createQuotas } from './quotas.ts'

const clock = { now: new Date('2026-11-30T23:59:59Z') }
const use = (workspaceId: string, subject: string) =>
  ({ workspaceId, kind: 'signing-request', subject }) as const

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth({ env: { QUOTA_A_MONTH: '3' } })
})
afterAll(() => auth.stop())

const quotasOf = (limit?: number) =>
  createQuotas({ uses: quotaUseModel(auth.mongo.connection), limit, now: () => clock.now })

test('a workspace uses its quota, each subject once, and gets a new one when the month in UTC ends', async () => {
  const quotas = quotasOf(2)
  const consume = (subject: string) => quotas.consume(use('a', subject))
  expect(await quotas.read('a')).toEqual({
    limit: 2,
    used: 0,
    resetsAt: '2026-12-01T00:00:00.000Z',
  })
  expect([await consume('1'), await consume('1'), await consume('2')]).toEqual([true, true, true])
  expect([await consume('3'), await consume('2')]).toEqual([false, true])
  expect(await quotas.consume(use('b', '3'))).toBe(true)
  expect((await quotas.read('a')).used).toBe(2)
  clock.now = new Date('2026-12-01T00:00:00Z')
  expect(await consume('2')).toBe(true)
  expect((await quotas.read('a')).used).toBe(0)
  expect([await consume('3'), await consume('4'), await consume('5')]).toEqual([true, true, false])
})

test('of concurrent uses, exactly as many as the limit are admitted, and a repeated one counts once', async () => {
  const quotas = quotasOf(5)
  const subjects = Array.from({ length: 12 }, (_, index) => `${index}`)
  const admitted = await Promise.all(
    subjects.map((subject) => quotas.consume(use('concurrent', subject))),
  )
  expect(admitted.filter(Boolean)).toHaveLength(5)
  expect((await quotas.read('concurrent')).used).toBe(5)
  const repeated = await Promise.all(subjects.map(() => quotas.consume(use('repeated', 'same'))))
  expect(repeated).not.toContain(false)
  expect((await quotas.read('repeated')).used).toBe(1)
})

test('without a limit, uses are counted and admitted', async () => {
  const quotas = quotasOf()
  for (const subject of ['1', '2', '3'])
    expect(await quotas.consume(use('unlimited', subject))).toBe(true)
  expect(await quotas.read('unlimited')).toMatchObject({ limit: null, used: 3 })
})

test('other services consume the quota that the workspace’s members see', async () => {
  const { personalId, token } = await createWorkspacePeople(auth).newPerson()
  const client = createServiceClient(
    testIdentity(SERVICES, 'svc-auth'),
    new Map([['svc-auth', auth.origin]]),
  )
  const consume = (subject: string) =>
    client.call('svc-auth', consumeQuota, use(personalId, subject))
  expect(await consume('1')).toMatchObject({ isWithin: true, quota: { used: 1 } })
  await Promise.all([consume('2'), consume('3')])
  expect(await consume('4')).toMatchObject({ isWithin: false, quota: { limit: 3, used: 3 } })
  const shown = await auth.send('GET', showQuota.path, undefined, token)
  expect(shown.body()).toMatchObject({ limit: 3, used: 3 })
  const body = use(personalId, '5')
  expect((await auth.send('POST', consumeQuota.path, body, token)).status).toBe(401)
})

test('the uses of a workspace that has ended are deleted, those of others are not', async () => {
  const uses = quotaUseModel(auth.mongo.connection)
  for (const workspaceId of ['ended', 'other']) await quotasOf().consume(use(workspaceId, '1'))
  for (const end of auth.providedBy(workspacesFeature).endings) await end('ended')
  expect(await uses.countDocuments({ workspaceId: { $in: ['ended', 'other'] } })).toBe(1)
  expect((await quotasOf().read('other')).used).toBe(1)
})
