/** The files of signing requests, stored encrypted. */
import { createFileStore } from '@inkproof/file-storage/file-store'
import { FILE_STORAGE_SETTINGS } from '@inkproof/file-storage/settings'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { configuration, runtime } from '../platform/feature.ts'

export const filesFeature = defineFeature({
  name: 'files',
  needs: {
    ...from(configuration, ...FILE_STORAGE_SETTINGS, 'STORE_TIMEOUT_FACTOR'),
    ...from(runtime, 'connection', 'log', 'metrics', 'now'),
  },
  create: (needs) => {
    const files = createFileStore(needs)
    return { provides: { files }, jobs: [files.job] }
  },
})
