/** Runs in the `log` role. Creates the worker that builds the tree from the entries and signs it. */
import { parsePrivateKey, type SignerKey } from '@inkproof/proof/note'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { logConfiguration, metricsInput, runtime } from '../platform/feature.ts'
import { appendFeature } from './append.feature.ts'
import { recordFeature } from './feature.ts'
import { createLogWorker } from './log-worker.ts'
import { registerLogMetrics } from './metrics.ts'

/** The interface between the log worker and the anchoring feature. */
export type Anchoring = {
  /** False until the chain was checked or found to be unavailable, and while it has a state unknown to the log. */
  maySign(): boolean
  /** Called after a new state was signed. */
  wake(): void
}

/** The key that signs checkpoints. */
export const checkpointKeyFeature = defineFeature({
  name: 'checkpoint key',
  needs: from(logConfiguration, 'CHECKPOINT_KEY', 'LOG_ORIGIN'),
  create: ({ CHECKPOINT_KEY, LOG_ORIGIN }) => ({
    provides: { key: checkpointKey(CHECKPOINT_KEY, LOG_ORIGIN) },
  }),
})

export const logWorkerFeature = defineFeature({
  name: 'log worker',
  needs: {
    ...from(runtime, 'log', 'now'),
    ...from(metricsInput, 'metrics'),
    ...from(recordFeature, 'entries', 'heads', 'files'),
    ...from(appendFeature, 'notifications'),
    ...from(checkpointKeyFeature, 'key'),
  },
  create: ({ metrics, entries, notifications, ...needs }) => {
    let anchoring: Anchoring | undefined
    const worker = createLogWorker({
      ...needs,
      store: entries,
      // Nothing is signed until the first check of the chain has ended.
      maySign: () => anchoring?.maySign() ?? false,
      onChange: () => {
        notifications.notify('heads')
        anchoring?.wake()
      },
    })
    notifications.on('entries', worker.wake)
    registerLogMetrics(metrics.registry, needs, worker.tree)
    const connectAnchoring = (worker: Anchoring) => {
      anchoring = worker
    }
    return {
      jobs: [worker],
      provides: { tree: worker.tree, recheck: worker.recheck, connectAnchoring },
    }
  },
})

/** @throws Error that names the variable and never contains the key */
function checkpointKey(privateKey: string, origin: string | undefined): SignerKey {
  const key = parsePrivateKey(privateKey)
  if (origin !== undefined && key.name !== origin)
    throw new Error(
      'svc-documents log cannot start: CHECKPOINT_KEY is the key of another LOG_ORIGIN',
    )
  return key
}
