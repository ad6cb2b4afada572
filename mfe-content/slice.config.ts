import { describeSlice } from '@inkproof/slice'

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
    { to: '/api', label: 'API', order: 80 },
    { to: '/litepaper', label: 'LitePaper', order: 90 },
  ],
  fills: [],
})
