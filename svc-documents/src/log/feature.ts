/** The record itself: entries, heads, keys and files, for every role. */
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { configuration, runtime } from '../platform/feature.ts'
import { entryModel } from './entries.model.ts'
import { entryStore } from './entry-store.ts'
import { headsModel } from './heads.model.ts'
import { headsStore } from './heads-store.ts'
import { logFiles } from './log-files.ts'
import { logKeyStore } from './log-key-store.ts'
import { logKeyModel } from './log-keys.model.ts'

export const recordFeature = defineFeature({
  name: 'log',
  needs: {
    ...from(configuration, 'LOG_DIR', 'LOG_COPY_DIR'),
    ...from(runtime, 'connection'),
  },
  create: ({ LOG_DIR, LOG_COPY_DIR = LOG_DIR, connection }) => {
    const heads = headsStore(headsModel(connection))
    const job = {
      name: 'log',
      // Creates the heads document before anything is served.
      prepare: heads.prepare,
      check: async () => void (await heads.read()),
      close: async () => undefined,
    }
    const entries = entryStore(entryModel(connection))
    const logKeys = logKeyStore(logKeyModel(connection))
    return {
      jobs: [job],
      provides: { entries, heads, logKeys, files: logFiles(LOG_DIR, LOG_COPY_DIR) },
    }
  },
})
