/** Role api: since when an entry is on the chain. */
import { anchorCalls } from '@inkproof/protocol/calls/log'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { anyReader } from '../log/any-reader.ts'
import { recordFeature } from '../log/feature.ts'
import { runtime } from '../platform/feature.ts'
import { anchorModel } from './anchors.model.ts'
import { anchoredSizes } from './first-anchor.ts'
import { tellFirstAnchor } from './tell-first-anchor.ts'

export const anchorsFeature = defineFeature({
  name: 'anchors',
  needs: { ...from(runtime, 'connection'), ...from(recordFeature, 'heads', 'files') },
  create: ({ connection, heads, files }) => {
    const sizes = anchoredSizes(anchorModel(connection))
    const deps = { sizes, read: anyReader(files), readHeads: heads.read }
    return {
      calls: implement(anchorCalls, {
        showFirstAnchor: async ({ query }) => ({
          anchor: await tellFirstAnchor(deps, Number(query.covering)),
        }),
      }),
      gives: { sizes },
    }
  },
})
