import { describeSlice } from '@inkproof/slice'
import { msg } from '@inkproof/texts/message'

export const description = describeSlice({
  id: 'signing',
  contract: 1,
  paths: ['/document-signing', '/sign/:token'],
  nav: [{ to: '/document-signing', label: msg('Sign Documents'), order: 40 }],
  fills: ['dashboard-section'],
})
