/** Runs in the `api` role. Serves the call that returns the first anchor that covers an entry. */
import { anchorCalls } from '@inkproof/protocol/calls/log'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { createFallbackReader } from '../log/fallback-reader.ts'
import { recordFeature } from '../log/feature.ts'
import { runtime } from '../platform/feature.ts'
import { anchorModel } from './anchors.model.ts'
import { createAnchorSizes } from './first-anchor.ts'
import { getFirstAnchor } from './get-first-anchor.ts'

export const anchorsFeature = defineFeature({
  name: 'anchors',
  needs: { ...from(runtime, 'connection'), ...from(recordFeature, 'heads', 'files') },
  create: ({ connection, heads, files }) => {
    const sizes = createAnchorSizes(anchorModel(connection))
    const deps = { sizes, read: createFallbackReader(files), readHeads: heads.read }
    return {
      calls: implement(anchorCalls, {
        showFirstAnchor: async ({ query }) => ({
          anchor: await getFirstAnchor(deps, Number(query.covering)),
        }),
      }),
      provides: { sizes },
    }
  },
})
