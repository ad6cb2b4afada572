import { describeSlice } from '@inkproof/slice'

export const description = describeSlice({
  id: 'oldest',
  contract: 1,
  paths: ['/oldest'],
  nav: [{ to: '/oldest', label: 'Oldest', order: 99 }],
  fills: [],
})
