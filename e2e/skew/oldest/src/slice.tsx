import './slice.css'
import { defineSlice } from '@inkproof/slice'

export const slice = defineSlice({
  routes: [
    { path: '/oldest', handle: { title: 'Oldest' }, lazy: () => import('./oldest.page.tsx') },
  ],
  fills: {},
})
