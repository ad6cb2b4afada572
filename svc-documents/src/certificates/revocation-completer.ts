/** Completes revocations interrupted by a crash or an outage, at startup and periodically. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop } from '@inkproof/service-kit/loop'
import type { RevocationIntentStore } from './revocation-intent-store.ts'
import { type CompleteRevocationDeps, completeRevocation } from './revoke.ts'

export type RevocationCompleterDeps = CompleteRevocationDeps & {
  revocationIntents: Pick<RevocationIntentStore, 'nextBatch'>
  log: Log
}

const SWEEP_INTERVAL_MS = 3_000

/**
 * Creates the job that completes interrupted revocations. Its first run ends before anything is served,
 * so that a certificate revoked in the record is not shown as valid.
 */
export function createRevocationCompleter(deps: RevocationCompleterDeps): Dependency {
  const loop = createLoop(async () => {
    await completeBatch(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the revocations in progress cannot be read'),
    )
    return undefined
  }, SWEEP_INTERVAL_MS)
  return {
    name: 'revocations',
    prepare: async () => {
      await completeBatch(deps)
      loop.start()
    },
    check: async () => undefined,
    close: () => loop.stop(),
  }
}

/** Completes a batch of revocations. One that cannot be completed does not block the others. */
async function completeBatch(deps: RevocationCompleterDeps): Promise<void> {
  for (const intent of await deps.revocationIntents.nextBatch()) {
    try {
      const { index } = await completeRevocation(deps, intent)
      deps.log.info({ revoked: intent.previous, index }, 'completed an interrupted revocation')
    } catch (error) {
      deps.log.error({ err: error, revoked: intent.previous }, 'a revocation cannot be completed')
    }
  }
}
