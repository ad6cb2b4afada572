/** Checks the sealing identity in the background, and tells the operator when it cannot be used. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop } from '@inkproof/service-kit/loop'
import { createSharedRead } from '@inkproof/service-kit/shared-read'
import { Gauge, type Registry } from 'prom-client'
import type { SealingIdentity } from './sealing-identity.ts'
import { SealUnavailable } from './sealing-source.ts'

export type SealingMonitorDeps = {
  identity: Pick<SealingIdentity, 'load'>
  log: Log
  registry: Registry
}

const PAUSE_MS = 30_000
/** For how long calls of /readyz share a result. */
const SHARED_MS = 2_000
/** /readyz waits a second for each dependency; a slow token is reported as it was in the last round. */
const CHECK_MS = 700

/** While the certificate cannot be used, only finishing waits, so that the service starts and stays ready. */
export function createSealingMonitor({ identity, log, registry }: SealingMonitorDeps): Dependency {
  let problem: string | null = null
  const report = (current: string | null) => {
    if (current !== null && current !== problem)
      log.warn({ problem: current }, 'documents cannot be sealed')
    if (current === null && problem !== null) log.info('documents can be sealed again')
    problem = current
  }
  const round = createSharedRead(
    () =>
      identity.load().then(
        () => report(null),
        (error: Error) => report(error.message),
      ),
    { resolvedMs: SHARED_MS, rejectedMs: SHARED_MS },
  )
  new Gauge({
    name: 'sealing_certificate_unusable',
    help: '1 while finished documents cannot be sealed with the certificate of SEALING_CERTIFICATE',
    registers: [registry],
    collect() {
      this.set(problem === null ? 0 : 1)
    },
  })
  const loop = createLoop(async () => {
    await round.read()
    return undefined
  }, PAUSE_MS)
  return {
    name: 'sealing-certificate',
    isOptional: true,
    prepare: async () => {
      await identity.load().catch((error: unknown) => {
        if (!(error instanceof SealUnavailable)) throw error
        report(error.message)
      })
      loop.start()
    },
    check: async () => {
      await Promise.race([round.read(), delay(CHECK_MS, undefined, { ref: false })])
      if (problem !== null) throw new Error(problem)
    },
    close: loop.stop,
  }
}
