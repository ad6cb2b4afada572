import './slice.css'
import { defineSlice } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'

export const slice = defineSlice({
  routes: [
    {
      path: '/record-status',
      handle: { title: t('Record status') },
      lazy: () => import('./record-status/record-status.page.tsx'),
    },
  ],
  fills: {},
})
