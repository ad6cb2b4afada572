/** Runs the self-check each night and reports differences in the log and as a metric. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { Gauge, type Registry } from 'prom-client'
import type { SelfCheck } from './self-check.ts'

const HOUR_UTC = 3
const DAY_MS = 86_400_000

export type NightlyCheckDeps = { check: () => Promise<SelfCheck>; log: Log; registry: Registry }

/** Creates the nightly job. Differences are only reported to the operator and never make the service unready. */
export function nightlyCheck({ check, log, registry }: NightlyCheckDeps): Dependency {
  const registers = [registry]
  const findings = new Gauge({
    name: 'log_check_findings',
    help: 'Number of differences found by the last nightly check; -1 before the first',
    registers,
  })
  const lastCheck = new Gauge({
    name: 'log_check_timestamp_seconds',
    help: 'Time when the last nightly check ended',
    registers,
  })
  findings.set(-1)
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    timer = setTimeout(run, msUntilNextCheck(Date.now()))
    try {
      const result = await check()
      findings.set(result.findings.length)
      lastCheck.setToCurrentTime()
      if (result.findings.length > 0)
        log.error(result, 'the stored data differs from the signed state')
    } catch (error) {
      log.error({ err: error }, 'the nightly check could not be completed')
    }
  }
  return {
    name: 'nightly check',
    prepare: async () => {
      timer = setTimeout(run, msUntilNextCheck(Date.now()))
    },
    check: async () => undefined,
    close: async () => clearTimeout(timer),
  }
}

/** Milliseconds until the next scheduled check. */
export function msUntilNextCheck(nowMs: number): number {
  const elapsedMs = (nowMs - HOUR_UTC * 3_600_000) % DAY_MS
  return DAY_MS - elapsedMs
}
