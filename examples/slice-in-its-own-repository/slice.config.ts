import { describeSlice } from '@inkproof/slice/describe'
import { msg } from '@inkproof/texts/message'

export const description = describeSlice({
  id: 'record-status',
  contract: 1,
  paths: ['/record-status'],
  nav: [{ to: '/record-status', label: msg('Record status'), order: 95 }],
  fills: [],
})
