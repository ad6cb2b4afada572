/**
 * Runs in the `log` role. Requires that the log's name commits to its chain, and publishes the policy: what a reader
 * needs to know to trust this log.
 */
import { utf8 } from '@inkproof/proof/bytes'
import { formatPolicy } from '@inkproof/proof/policy'
import { formatWitnessPolicy } from '@inkproof/proof/witness-policy'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { checkpointKeyFeature } from '../log/checkpoint-key.feature.ts'
import { recordFeature } from '../log/feature.ts'
import { POLICY_PATH } from '../log/policy.ts'
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
    ...from(checkpointKeyFeature, 'keys'),
  },
  create: ({ CHAIN_ID, LOG_ANCHOR, ANCHOR_KEY, FIRST_OPERATOR, files, keys, ...settings }) => {
    const { CONFIRMATIONS, PUBLIC_ORIGIN, WITNESSES } = settings
    const target: AnchorTarget = {
      chainId: CHAIN_ID,
      contract: LOG_ANCHOR,
      operator: getOperatorAddress(ANCHOR_KEY),
    }
    const firstOperator = FIRST_OPERATOR ?? target.operator
    requireOrigin(keys.origin, { ...target, operator: firstOperator })
    const formatText = () =>
      formatPolicy({
        version: 1,
        records: [
          {
            origin: keys.origin,
            logKeys: keys.policyKeys(),
            chainId: CHAIN_ID,
            contract: LOG_ANCHOR,
            operators: [...new Set([firstOperator, target.operator])],
            confirmations: CONFIRMATIONS,
            ...(WITNESSES && { witnesses: formatWitnessPolicy(WITNESSES) }),
            url: new URL('/log', PUBLIC_ORIGIN).href,
          },
        ],
      })
    let published: string | undefined
    const publishPolicy = async () => {
      const text = formatText()
      if (text === published) return
      await files.write(new Map([[POLICY_PATH, utf8(text)]]))
      published = text
    }
    const publisher = {
      name: 'log files',
      prepare: publishPolicy,
      check: async () => void (await files.read(POLICY_PATH)),
      close: async () => undefined,
    }
    return { jobs: [publisher], provides: { target, publishPolicy } }
  },
})
