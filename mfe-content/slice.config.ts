import { describeSlice } from '@inkproof/slice'
import { msg } from '@inkproof/texts/message'

export const description = describeSlice({
  id: 'content',
  contract: 1,
  paths: [
    '/about',
    '/features',
    '/security',
    '/api',
    '/api-test',
    '/careers',
    '/pricing',
    '/docs',
    '/litepaper',
    '/blog',
    '/blog/:id',
    '/support',
    '/advertising',
    '/faq',
    '/troubleshooting',
    '/privacy',
    '/terms',
  ],
  nav: [
    { to: '/api', label: msg('API'), order: 80 },
    { to: '/litepaper', label: msg('LitePaper'), order: 90 },
  ],
  fills: [],
})
