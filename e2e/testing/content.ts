/** For each call of svc-content, a valid and an invalid input. */
import { pageCalls, searchCalls } from '@inkproof/protocol/calls/content'
import { samplesOf, withoutInput } from './sample.ts'

/** Samples for the calls of svc-content. */
export const CONTENT_SAMPLES = [
  samplesOf(pageCalls, {
    showPage: {
      valid: () => ({ params: { slug: 'about' } }),
      invalid: () => ({ params: { slug: 'no-such' } }),
      code: 'PAGE_NOT_FOUND',
    },
    showBeginning: {
      valid: () => ({ params: { slug: 'about', part: 'sections' as const } }),
      invalid: () => ({ params: { slug: 'no-such', part: 'sections' as const } }),
      code: 'PAGE_NOT_FOUND',
    },
    listPosts: {
      valid: () => ({ query: {} }),
      invalid: () => ({ query: 'tag=a&tag=b' }),
      code: 'INVALID_INPUT',
    },
    showPostsBeginning: {
      valid: () => ({ query: {} }),
      invalid: () => ({ query: 'tag=a&tag=b' }),
      code: 'INVALID_INPUT',
    },
    showPost: {
      valid: ({ postId }) => ({ params: { id: postId } }),
      invalid: () => ({ params: { id: 'no-such' } }),
      code: 'PAGE_NOT_FOUND',
    },
    readFeed: withoutInput,
  }),
  samplesOf(searchCalls, {
    searchTexts: {
      valid: () => ({ query: { q: 'proof' } }),
      invalid: () => ({ query: { q: '' } }),
      code: 'INVALID_INPUT',
    },
  }),
]
