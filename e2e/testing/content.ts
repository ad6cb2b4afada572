/** For each call of svc-content, a valid and an invalid input. */
import { browserReportCalls } from '@inkproof/protocol/calls/browser-reports'
import { pageCalls, searchCalls } from '@inkproof/protocol/calls/content'
import { samplesOf, withoutInput } from './sample.ts'

/** A version that has not been released, so the counts stay the same. */
const REPORTED = {
  package: 'mfe-content',
  version: '0.0.0-unknown',
  visits: 1 as const,
  failures: 0,
  errors: 0,
  violations: 0,
  vitals: { lcp: 1200, cls: 0 },
}

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
  samplesOf(browserReportCalls, {
    sendBrowserReport: {
      valid: () => ({ body: { parts: [REPORTED] } }),
      invalid: () => ({ body: { parts: [{ ...REPORTED, url: '/verify' }] } }),
      code: 'INVALID_INPUT',
    },
    showBrowserReports: withoutInput,
  }),
  samplesOf(searchCalls, {
    searchTexts: {
      valid: () => ({ query: { q: 'proof' } }),
      invalid: () => ({ query: { q: '' } }),
      code: 'INVALID_INPUT',
    },
  }),
]
