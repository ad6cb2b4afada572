/** Finishes the revocations that a crash or an outage cut off: at start, and now and then. */
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

/** Prepared before anything is served: nothing that the record says is revoked is then shown as valid. */
export function unfinishedRevocations(deps: UnfinishedDeps): Dependency {
  const loop = createLoop(async () => {
    await finishAll(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'revocations under way cannot be looked for'),
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

/** One that cannot be finished does not keep the others from it. */
async function finishAll(deps: UnfinishedDeps): Promise<void> {
  for (const intent of await deps.revocationIntents.some()) {
    try {
      const { index } = await finish(deps, intent)
      deps.log.info({ revoked: intent.previous, index }, 'a revocation under way was finished')
    } catch (error) {
      deps.log.error({ err: error, revoked: intent.previous }, 'a revocation cannot be finished')
    }
  }
}
