import type { MonitorContext } from '../monitor-command.ts'
import { createMonitor } from './run-monitor.ts'
import type { TestChain } from './test-chain.ts'
import { startTestRecord } from './test-record.ts'

/** Starts a record of `count` certificates, the second of which is revoked, with an anchored status. */
export async function setupRecord(
  chain: TestChain,
  cleanUps: (() => void)[],
  { count = 300, context = {} as Partial<MonitorContext> } = {},
) {
  const record = await startTestRecord(chain)
  const monitor = createMonitor(record, chain, context)
  cleanUps.push(record.close, monitor.remove)
  record.certify(count)
  record.revoke(1)
  record.addStatus()
  record.publish()
  await record.anchor()
  return { record, monitor, run: (...options: string[]) => monitor.run('--once', ...options) }
}
