/** Runs in the `log` role. The keys that sign checkpoints: claimed at startup, before anything is signed. */
import { parsePrivateKey, type SignerKey } from '@inkproof/proof/note'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { Wallet } from 'ethers'
import { logConfiguration, runtime } from '../platform/feature.ts'
import { appendFeature } from './append.feature.ts'
import { recordFeature } from './feature.ts'
import { createLogKeyRing } from './log-key-ring.ts'

export const checkpointKeyFeature = defineFeature({
  name: 'checkpoint key',
  needs: {
    ...from(logConfiguration, 'CHECKPOINT_KEY', 'PREVIOUS_CHECKPOINT_KEY', 'LOST_CHECKPOINT_KEY'),
    ...from(logConfiguration, 'ANCHOR_KEY', 'LOG_ORIGIN'),
    ...from(runtime, 'log'),
    ...from(recordFeature, 'heads', 'files', 'logKeys'),
    ...from(appendFeature, 'appender'),
  },
  create: ({ log, heads, files, logKeys, appender, ...settings }) => {
    const { CHECKPOINT_KEY, PREVIOUS_CHECKPOINT_KEY, LOG_ORIGIN } = settings
    const current = parseKey('CHECKPOINT_KEY', CHECKPOINT_KEY, LOG_ORIGIN)
    const keys = createLogKeyRing({
      configured: {
        current,
        previous: PREVIOUS_CHECKPOINT_KEY
          ? parseKey('PREVIOUS_CHECKPOINT_KEY', PREVIOUS_CHECKPOINT_KEY, current.name)
          : undefined,
        isPreviousLost: settings.LOST_CHECKPOINT_KEY,
        signAsOperator: (text) => new Wallet(settings.ANCHOR_KEY).signMessage(text),
      },
      store: logKeys,
      heads,
      files,
      append: appender.append,
      log,
    })
    const job = {
      name: 'checkpoint key',
      prepare: keys.prepare,
      check: async () => undefined,
      close: async () => undefined,
    }
    return { jobs: [job], provides: { keys } }
  },
})

/** @throws Error that names the variable and never contains the key */
function parseKey(variable: string, privateKey: string, origin: string | undefined): SignerKey {
  const key = parsePrivateKey(privateKey)
  if (origin !== undefined && key.name !== origin)
    throw new Error(`svc-documents log cannot start: ${variable} is the key of another LOG_ORIGIN`)
  return key
}
