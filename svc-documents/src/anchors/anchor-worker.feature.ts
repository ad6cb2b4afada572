/** Runs in the `log` role. Creates the worker that anchors signed states on the chain. */
import { fromHex } from '@inkproof/proof/bytes'
import { signCheckpoint } from '@inkproof/proof/checkpoint'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'
import { Wallet } from 'ethers'
import { appendFeature } from '../log/append.feature.ts'
import { createFallbackReader } from '../log/fallback-reader.ts'
import { recordFeature } from '../log/feature.ts'
import { checkpointKeyFeature, logWorkerFeature } from '../log/log-worker.feature.ts'
import { configuration, logConfiguration, runtime } from '../platform/feature.ts'
import { witnessesFeature } from '../witnesses/feature.ts'
import { anchorStore } from './anchor-store.ts'
import { createAnchorWorker } from './anchor-worker.ts'
import { anchorModel } from './anchors.model.ts'
import { createNodeClient } from './node.ts'
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
    ...from(checkpointKeyFeature, 'key'),
    ...from(policyFeature, 'target'),
    ...from(logWorkerFeature, 'tree', 'recheck', 'connectAnchoring'),
    ...from(witnessesFeature, 'cosignatures'),
  },
  create: ({ key, notifications, connectAnchoring, ...needs }) => {
    const store = anchorStore(anchorModel(needs.connection))
    const signNote = (size: number, root: string) =>
      signCheckpoint({ origin: key.name, size: BigInt(size), root: fromHex(root) }, key)
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
