/**
 * Runs in the `log` role. Requires that the log's name commits to its chain, and publishes the policy: what a reader
 * needs to know to trust this log.
 */
import { formatVkey } from '@inkproof/proof/note'
import { formatWitnessPolicy } from '@inkproof/proof/witness-policy'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { recordFeature } from '../log/feature.ts'
import { checkpointKeyFeature } from '../log/log-worker.feature.ts'
import { POLICY_PATH, policyFile } from '../log/policy.ts'
import { configuration, logConfiguration } from '../platform/feature.ts'
import type { AnchorTarget } from './observe.ts'
import { getOperatorAddress } from './operator.ts'
import { requireOrigin } from './require-origin.ts'

export const policyFeature = defineFeature({
  name: 'policy',
  needs: {
    ...from(configuration, 'CHAIN_ID', 'LOG_ANCHOR', 'CONFIRMATIONS', 'PUBLIC_ORIGIN'),
    ...from(logConfiguration, 'ANCHOR_KEY', 'FIRST_OPERATOR', 'WITNESSES'),
    ...from(recordFeature, 'files'),
    ...from(checkpointKeyFeature, 'key'),
  },
  create: ({ CHAIN_ID, LOG_ANCHOR, ANCHOR_KEY, FIRST_OPERATOR, files, key, ...settings }) => {
    const { CONFIRMATIONS, PUBLIC_ORIGIN, WITNESSES } = settings
    const target: AnchorTarget = {
      chainId: CHAIN_ID,
      contract: LOG_ANCHOR,
      operator: getOperatorAddress(ANCHOR_KEY),
    }
    const firstOperator = FIRST_OPERATOR ?? target.operator
    requireOrigin(key.name, { ...target, operator: firstOperator })
    const policy = policyFile({
      version: 1,
      records: [
        {
          origin: key.name,
          logKeys: [{ key: formatVkey(key) }],
          chainId: CHAIN_ID,
          contract: LOG_ANCHOR,
          operators: [...new Set([firstOperator, target.operator])],
          confirmations: CONFIRMATIONS,
          ...(WITNESSES && { witnesses: formatWitnessPolicy(WITNESSES) }),
          url: new URL('/log', PUBLIC_ORIGIN).href,
        },
      ],
    })
    const publisher = {
      name: 'log files',
      prepare: () => files.write(policy),
      check: async () => void (await files.read(POLICY_PATH)),
      close: async () => undefined,
    }
    return { jobs: [publisher], provides: { target } }
  },
})
