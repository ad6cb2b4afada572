/** Runs in the `log` role. Creates the worker that anchors signed states on the chain. */
import { fromHex } from '@inkproof/proof/bytes'
import { signCheckpoint } from '@inkproof/proof/checkpoint'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { Wallet } from 'ethers'
import { appendFeature } from '../log/append.feature.ts'
import { createFallbackReader } from '../log/fallback-reader.ts'
import { recordFeature } from '../log/feature.ts'
import { checkpointKeyFeature, logWorkerFeature } from '../log/log-worker.feature.ts'
import { configuration, logConfiguration, runtime } from '../platform/feature.ts'
import { anchorStore } from './anchor-store.ts'
import { createAnchorWorker } from './anchor-worker.ts'
import { anchorModel } from './anchors.model.ts'
import { createNodeClient } from './node.ts'
import { policyFeature } from './policy.feature.ts'

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
  },
  create: ({ key, notifications, connectAnchoring, ...needs }) => {
    const worker = createAnchorWorker({
      ...needs,
      rpc: createNodeClient(needs.CHAIN_URL),
      store: anchorStore(anchorModel(needs.connection)),
      read: createFallbackReader(needs.files),
      wallet: new Wallet(needs.ANCHOR_KEY),
      feeCapGwei: needs.FEE_CAP_GWEI,
      requiredConfirmations: needs.CONFIRMATIONS,
      anchorMs: needs.ANCHOR_MS,
      signNote: (size, root) =>
        signCheckpoint({ origin: key.name, size: BigInt(size), root: fromHex(root) }, key),
      onInconsistency: needs.recheck,
      onChange: () => notifications.notify('heads'),
    })
    connectAnchoring(worker)
    return { jobs: [worker] }
  },
})
