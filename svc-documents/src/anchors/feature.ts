/** Runs in the `api` role. Serves the call that returns the first anchor that covers an entry, and what proofs need. */
import { anchorCalls } from '@inkproof/protocol/calls/log'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createFallbackReader } from '../log/fallback-reader.ts'
import { recordFeature } from '../log/feature.ts'
import { createFileCache } from '../log/file-cache.ts'
import { apiConfiguration, configuration, runtime } from '../platform/feature.ts'
import { anchorModel } from './anchors.model.ts'
import { createAnchorSizes } from './first-anchor.ts'
import { getFirstAnchor } from './get-first-anchor.ts'
import type { ProveDeps } from './prove-entry.ts'

export const anchorsFeature = defineFeature({
  name: 'anchors',
  needs: {
    ...from(configuration, 'LOG_DIR'),
    ...from(apiConfiguration, 'LOG_ORIGIN'),
    ...from(runtime, 'connection'),
    ...from(recordFeature, 'heads', 'logKeys', 'files'),
  },
  create: ({ LOG_DIR, LOG_ORIGIN, connection, heads, logKeys, files }) => {
    const sizes = createAnchorSizes(anchorModel(connection))
    const deps = { sizes, read: createFallbackReader(files), readHeads: heads.read }
    const proveDeps: ProveDeps = {
      read: createFileCache(LOG_DIR, files.read),
      readCopy: files.readCopy,
      sizes,
      readHeads: heads.read,
      origin: LOG_ORIGIN,
      readLogKeys: logKeys.read,
    }
    return {
      calls: implement(anchorCalls, {
        showFirstAnchor: async ({ query }) => ({
          anchor: await getFirstAnchor(deps, Number(query.covering)),
        }),
      }),
      provides: { proveDeps },
    }
  },
})
