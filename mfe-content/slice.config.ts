import { describeSlice } from '@inkproof/slice'
import { msg } from '@inkproof/texts/message'
import { PAGES } from './src/text/pages.ts'

export const description = describeSlice({
  id: 'content',
  contract: 1,
  paths: [
    ...PAGES.map(({ path }) => path),
    '/api',
    '/api-test',
    '/careers',
    '/pricing',
    '/blog',
    '/blog/:id',
    '/support',
    '/advertising',
    '/troubleshooting',
  ],
  nav: [
    { to: '/api', label: msg('API'), order: 80 },
    { to: '/litepaper', label: msg('LitePaper'), order: 90 },
  ],
  fills: [],
})
