/** Receipts for revocations: stored and served by the `api` role, signed by the `log` role. */
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createRepeatingJob } from '@inkproof/service-kit/repeating-job'
import { checkpointKeyFeature } from '../log/checkpoint-key.feature.ts'
import { recordFeature } from '../log/feature.ts'
import { logWorkerFeature } from '../log/log-worker.feature.ts'
import { logConfiguration, runtime } from '../platform/feature.ts'
import { receiptStore } from './receipt-store.ts'
import { receiptModel } from './receipts.model.ts'
import { signReceipts } from './sign-receipts.ts'

/** The stored receipts, for every role. */
export const revocationReceiptsFeature = defineFeature({
  name: 'revocation receipts',
  needs: from(runtime, 'connection'),
  create: ({ connection }) => ({ provides: { receipts: receiptStore(receiptModel(connection)) } }),
})

const SIGN_INTERVAL_MS = 300
const HOUR_MS = 3_600_000

/** Runs in the `log` role. Signs the receipts. */
export const receiptSignerFeature = defineFeature({
  name: 'receipt signer',
  needs: {
    ...from(runtime, 'log', 'now'),
    ...from(logConfiguration, 'REVOCATION_DEADLINE_HOURS'),
    ...from(recordFeature, 'entries', 'heads'),
    ...from(checkpointKeyFeature, 'keys'),
    ...from(logWorkerFeature, 'tree'),
    ...from(revocationReceiptsFeature, 'receipts'),
  },
  create: ({ REVOCATION_DEADLINE_HOURS, heads, tree, keys, ...needs }) => {
    const deadlineMs = REVOCATION_DEADLINE_HOURS * HOUR_MS
    const mayPromise = async () =>
      tree() !== undefined && !keys.isReplaced() && !(await heads.read()).isStopped
    const work = () => signReceipts({ ...needs, key: keys.current, deadlineMs, mayPromise })
    return { jobs: [createRepeatingJob('revocation receipts', SIGN_INTERVAL_MS, needs.log, work)] }
  },
})
