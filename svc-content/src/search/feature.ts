/** Full-text search over all pages and posts. */
import { searchCalls } from '@inkproof/protocol/calls/content'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { inputs } from '../inputs.ts'
import { search } from './search.ts'

export const searchFeature = defineFeature({
  name: 'search',
  needs: from(inputs, 'library'),
  create: ({ library }) => ({
    calls: implement(searchCalls, {
      searchTexts: ({ query: { q } }) => ({ query: q, hits: search(library.texts, q) }),
    }),
  }),
})
