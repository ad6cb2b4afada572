/**
 * Kills and freezes each process of a running system, and takes Redis away. The launcher brings back what was killed or
 * frozen, and everything that was acknowledged is still there.
 */
import { waitFor } from '@inkproof/launcher/process/wait'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { audit } from './support/auditor.ts'
import { createLedger } from './support/ledger.ts'
import { formatRecovery } from './support/recovery.ts'
import { type FaultSystem, startFaultSystem } from './support/system.ts'
import { createVisitors, startTraffic, type Traffic, type Visitor } from './support/traffic.ts'

const SERVICES = ['svc-auth', 'documents-api', 'documents-log', 'svc-signing', 'svc-content']
const PARTS = ['gateway', 'redis', 'mongo', 'chain', 'mail']
/** Limits on a machine with processors to spare, from the signal until the replacement is ready. */
const SERVICE_LIMIT_MS = 2_000
const PART_LIMIT_MS = 10_000
const FROZEN_SERVICE_LIMIT_MS = 10_000
const FROZEN_DATABASE_LIMIT_MS = 15_000

let system: FaultSystem
let visitors: Visitor[]
let traffic: Traffic | undefined
const ledger = createLedger()

beforeAll(async () => {
  system = await startFaultSystem({
    env: { ANCHOR_MS: '1000', GATEWAY_AUTH_RATE: '200r/s', STORE_TIMEOUT_FACTOR: '3' },
  })
  visitors = await createVisitors(system.origin, ledger)
}, 600_000)

afterAll(async () => {
  await traffic?.stop()
  await system?.stop()
})

test.each(SERVICES)('%s is back within 2 s after it was killed', async (name) => {
  await expectRecovery(name, 'SIGKILL', SERVICE_LIMIT_MS)
})

test.each(PARTS)('%s is back within 10 s after it was killed', async (name) => {
  await expectRecovery(name, 'SIGKILL', PART_LIMIT_MS)
})

test('all services are back within 10 s after they were frozen', async () => {
  await Promise.all(
    SERVICES.map((name) => expectRecovery(name, 'SIGSTOP', FROZEN_SERVICE_LIMIT_MS)),
  )
})

test('the database is back within 15 s after it was frozen', async () => {
  await expectRecovery('mongo', 'SIGSTOP', FROZEN_DATABASE_LIMIT_MS)
})

test('everything that was acknowledged while every process was killed under traffic exists exactly once', async () => {
  traffic = startTraffic(system.origin, visitors, ledger)
  for (const name of [...PARTS, ...SERVICES]) {
    const before = countAcknowledged()
    await system.replaceAfter(name, 'SIGKILL')
    await waitForMore(before)
  }
  await traffic.stop()
  await audit(system.installation, ledger)
})

async function expectRecovery(
  name: string,
  signal: NodeJS.Signals,
  limitMs: number,
): Promise<void> {
  const recovery = await system.replaceAfter(name, signal)
  console.log(`${name} after ${signal}: back after ${formatRecovery(recovery)}`)
  expect(recovery.tookMs - recovery.waitedMs).toBeLessThan(limitMs)
}

function countAcknowledged(): number {
  return ledger.certificates.length + ledger.workspaces.filter((row) => row.isAcknowledged).length
}

/** Waits until two more writes were acknowledged. */
async function waitForMore(before: number): Promise<void> {
  const isMore = async () => countAcknowledged() >= before + 2
  await waitFor(isMore, { timeoutMs: 30_000, what: 'another acknowledged write' })
}
