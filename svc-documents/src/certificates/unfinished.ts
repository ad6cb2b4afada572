/** Completes revocations interrupted by a crash or an outage, at start and periodically. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import { createLoop } from '@inkproof/service-kit/loop'
import type { RevocationIntentStore } from './revocation-intent-store.ts'
import { type FinishDeps, finish } from './revoke.ts'

export type UnfinishedDeps = FinishDeps & {
  revocationIntents: Pick<RevocationIntentStore, 'some'>
  log: Log
}

const LOOK_MS = 3_000

/** Runs before anything is served, so that nothing revoked in the record is shown as valid. */
export function unfinishedRevocations(deps: UnfinishedDeps): Dependency {
  const loop = createLoop(async () => {
    await finishAll(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'revocations in progress cannot be read'),
    )
    return undefined
  }, LOOK_MS)
  return {
    name: 'revocations',
    prepare: async () => {
      await finishAll(deps)
      loop.start()
    },
    check: async () => undefined,
    close: () => loop.stop(),
  }
}

/** A revocation that cannot be completed does not block the others. */
async function finishAll(deps: UnfinishedDeps): Promise<void> {
  for (const intent of await deps.revocationIntents.some()) {
    try {
      const { index } = await finish(deps, intent)
      deps.log.info({ revoked: intent.previous, index }, 'completed an interrupted revocation')
    } catch (error) {
      deps.log.error({ err: error, revoked: intent.previous }, 'a revocation cannot be completed')
    }
  }
}
