/** Runs in the `log` role. Creates the worker that anchors signed states on the chain. */
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'
import { Wallet } from 'ethers'
import { appendFeature } from '../log/append.feature.ts'
import { checkpointKeyFeature } from '../log/checkpoint-key.feature.ts'
import { createFallbackReader } from '../log/fallback-reader.ts'
import { recordFeature } from '../log/feature.ts'
import { logWorkerFeature } from '../log/log-worker.feature.ts'
import { configuration, logConfiguration, runtime } from '../platform/feature.ts'
import { witnessesFeature } from '../witnesses/feature.ts'
import { anchorStore } from './anchor-store.ts'
import { createAnchorWorker } from './anchor-worker.ts'
import { anchorModel } from './anchors.model.ts'
import { createNodeClient } from './node.ts'
import type { SignNote } from './plan.ts'
import { policyFeature } from './policy.feature.ts'
import { RESUBMIT_POLL_MS, resubmitIfQuiet } from './resubmit.ts'

export const anchorWorkerFeature = defineFeature({
  name: 'anchor worker',
  needs: {
    ...from(configuration, 'CHAIN_URL', 'CONFIRMATIONS'),
    ...from(logConfiguration, 'ANCHOR_KEY', 'ANCHOR_MS', 'FEE_CAP_GWEI'),
    ...from(runtime, 'connection', 'log', 'now'),
    ...from(recordFeature, 'entries', 'heads', 'files'),
    ...from(appendFeature, 'appender', 'notifications'),
    ...from(checkpointKeyFeature, 'keys'),
    ...from(policyFeature, 'target', 'publishPolicy'),
    ...from(logWorkerFeature, 'tree', 'recheck', 'connectAnchoring'),
    ...from(witnessesFeature, 'cosignatures'),
  },
  create: ({ keys, notifications, connectAnchoring, ...needs }) => {
    const store = anchorStore(anchorModel(needs.connection))
    const signNote: SignNote = async (size, root, anchoredSize) => {
      const tree = needs.tree()
      if (!tree) throw new Error('the stored log is being compared with the signed states')
      const note = await keys.sign({ size, root, anchoredSize }, tree.keyEntries)
      if (note !== undefined) return note
      throw new Error(`only the lost checkpoint key could sign the state of ${size} entries`)
    }
    const worker = createAnchorWorker({
      ...needs,
      rpc: createNodeClient(needs.CHAIN_URL),
      store,
      read: createFallbackReader(needs.files),
      wallet: new Wallet(needs.ANCHOR_KEY),
      feeCapGwei: needs.FEE_CAP_GWEI,
      requiredConfirmations: needs.CONFIRMATIONS,
      anchorMs: needs.ANCHOR_MS,
      signNote,
      recordFinalAnchor: keys.recordFinalAnchor,
      onInconsistency: needs.recheck,
      onChange: () => notifications.notify('heads'),
    })
    connectAnchoring(worker)
    const resubmission = createRepeatingJob('witnesses', RESUBMIT_POLL_MS, needs.log, () =>
      resubmitIfQuiet({ ...needs, store, signNote }),
    )
    return { jobs: [worker, resubmission] }
  },
})
