/** Runs in the `log` role. Creates the worker that builds the tree from the entries and signs it. */
import { cacheWriteCheck } from '@inkproof/service-kit/cached-check'
import { nonBlockingDependency } from '@inkproof/service-kit/dependency'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { metricsInput, runtime } from '../platform/feature.ts'
import { appendFeature } from './append.feature.ts'
import { checkpointKeyFeature } from './checkpoint-key.feature.ts'
import { recordFeature } from './feature.ts'
import { createFileCheck } from './file-check.ts'
import { createLogWorker } from './log-worker.ts'
import { registerLogMetrics } from './metrics.ts'

/** The interface between the log worker and the anchoring feature. */
export type Anchoring = {
  /** False until the chain was checked or found to be unavailable, and while it has a state unknown to the log. */
  maySign(): boolean
  /** Called after a new state was signed. */
  wake(): void
}

export const logWorkerFeature = defineFeature({
  name: 'log worker',
  needs: {
    ...from(runtime, 'log', 'now'),
    ...from(metricsInput, 'metrics'),
    ...from(recordFeature, 'entries', 'heads', 'files'),
    ...from(appendFeature, 'notifications'),
    ...from(checkpointKeyFeature, 'keys'),
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
    const fileCheck = createFileCheck({
      ...needs,
      store: entries,
      tree: worker.tree,
      recheck: worker.recheck,
      registry: metrics.registry,
    })
    const stores = {
      name: 'log folders',
      prepare: async () => undefined,
      check: cacheWriteCheck(needs.files.checkWritable),
      close: async () => undefined,
    }
    const connectAnchoring = (worker: Anchoring) => {
      anchoring = worker
    }
    return {
      jobs: [worker, stores, nonBlockingDependency(fileCheck)],
      provides: { tree: worker.tree, recheck: worker.recheck, connectAnchoring },
    }
  },
})
