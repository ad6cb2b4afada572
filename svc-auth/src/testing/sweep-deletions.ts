import { createLog } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { accountsFeature } from '../accounts/feature.ts'
import { deletionFeature } from '../deletion/feature.ts'
import { eventsFeature } from '../events/feature.ts'
import { composeAuth } from '../features.ts'
import { personalDataFeature } from '../personal-data/feature.ts'
import { platformFeature, runtime } from '../platform/feature.ts'
import { profileFeature } from '../profile/feature.ts'
import { sessionStoreFeature } from '../session-store/feature.ts'
import { sessionsFeature } from '../sessions/feature.ts'
import { tokensFeature } from '../tokens/feature.ts'
import { workspacesFeature } from '../workspaces/feature.ts'
import type { TestAuth } from './start.ts'

type Needs = Parameters<typeof deletionFeature.create>[0]

/**
 * Returns a function that runs the service's deletion sweep once with the given clock. `replace` returns dependencies
 * that the sweep uses instead of the service's.
 */
export function deletionSweeper(
  auth: TestAuth,
  now: () => Date,
  replace: (needs: Needs) => Partial<Needs> = () => ({}),
): () => Promise<void> {
  const log = createLog('test', 'silent')
  const { connection } = auth.mongo
  const { providedBy } = composeAuth(auth.config, {
    redis: auth.redis.client,
    connection,
    log,
    now,
  })
  const needs = {
    ...providedBy(runtime),
    ...providedBy(platformFeature),
    ...providedBy(accountsFeature),
    ...providedBy(eventsFeature),
    ...providedBy(tokensFeature),
    ...providedBy(sessionStoreFeature),
    ...providedBy(sessionsFeature),
    ...providedBy(workspacesFeature),
    ...providedBy(profileFeature),
    ...providedBy(personalDataFeature),
  }
  return async () => {
    // The feature's e-mails were already added when the service was composed.
    const all = { ...needs, metrics: createMetrics('test'), addEventEmails: () => undefined }
    const { jobs = [] } = deletionFeature.create({ ...all, ...replace(all) })
    for (const job of jobs) {
      // prepare() starts the first run; close() waits for it to finish.
      await job.prepare()
      await job.close()
    }
  }
}
