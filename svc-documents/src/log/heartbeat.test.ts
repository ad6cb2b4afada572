import type { Readiness } from '@inkproof/protocol/health'
import { AS_OPERATOR } from '@inkproof/service-kit/testing/operator'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { until } from '../testing/client.ts'
import { type System, startSystem } from '../testing/system.ts'
import { explainStoppedLog } from './heads.ts'

const STOPPED =
  /^no heartbeat from documents-log for \d+ s: new entries are stored, but not added to the record until it is back$/

let system: System

beforeAll(async () => {
  system = await startSystem()
})

afterAll(() => system.stop())

async function readiness(): Promise<{ status: number; reason: string | null | undefined }> {
  const response = await fetch(`http://127.0.0.1:${system.api.port}/readyz`, AS_OPERATOR)
  const { dependencies } = (await response.json()) as Readiness
  const log = dependencies.find(({ name }) => name === 'documents-log')
  return { status: response.status, reason: log?.reason }
}

/** Waits until the service is ready, because on a busy machine the check of a dependency can be late. */
async function untilReady(): Promise<void> {
  const { reason } = await until(readiness, ({ status }) => status === 200)
  expect(reason).toBeNull()
}

test('a stopped `log` role is reported to users and operators until it is back', async () => {
  const token = await system.installation.signIn()
  await untilReady()
  await system.stopLog()
  const { index } = await system.client.certify(token)
  await until(system.client.heads, ({ trouble }) => trouble === 'record-stopped')
  const isNamed = ({ reason }: { reason?: string | null | undefined }) => STOPPED.test(reason ?? '')
  expect(await until(readiness, isNamed)).toMatchObject({ status: 503 })
  await system.startLog()
  await until(system.client.heads, ({ trouble }) => trouble === null)
  await untilReady()
  await system.waitUntilAnchored(index)
})

const NOW_MS = 1_000_000_000
const HEALTHY = { aliveAt: ago(2), nextAnchorAt: null, pending: null, trouble: null }
const SENT = { size: 3, txHash: `0x${'5a'.repeat(32)}` }

test.each([
  ['it sends heartbeats', HEALTHY, 300, null],
  ['it missed some heartbeats', { ...HEALTHY, aliveAt: ago(19) }, 300, null],
  [
    'it is silent',
    { ...HEALTHY, aliveAt: ago(21) },
    300,
    'no heartbeat from documents-log for 21 s',
  ],
  [
    'it never started',
    { ...HEALTHY, aliveAt: null },
    300,
    'no heartbeat from documents-log for 300 s',
  ],
  ['everything just started', { ...HEALTHY, aliveAt: ago(9_000) }, 5, null],
  ['an anchor is slightly late', { ...HEALTHY, nextAnchorAt: ago(59) }, 300, null],
  ['an anchor is overdue', { ...HEALTHY, nextAnchorAt: ago(61) }, 300, '61 s late with an anchor'],
  ['the chain is slow', { ...HEALTHY, nextAnchorAt: ago(600), pending: SENT }, 300, null],
  [
    'another problem is reported',
    { ...HEALTHY, nextAnchorAt: ago(600), trouble: 'no-funds' as const },
    300,
    null,
  ],
])('reports whether the `log` role has stopped when %s', (_when, row, upSeconds, expected) => {
  const clock = { nowMs: NOW_MS, listeningSinceMs: ago(upSeconds).getTime() }
  const reason = explainStoppedLog(row, clock)
  if (expected === null) expect(reason).toBeNull()
  else expect(reason).toContain(expected)
})

function ago(seconds: number): Date {
  return new Date(NOW_MS - seconds * 1_000)
}
