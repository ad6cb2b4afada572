import './slice.css'
import { defineSlice } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { adoptCspNonce } from '@inkproof/ui/csp-nonce'

adoptCspNonce()

export const slice = defineSlice({
  routes: [
    {
      path: '/document-signing',
      handle: { title: t('Sign documents') },
      lazy: () => import('./page/document-signing.page.tsx'),
    },
    {
      path: '/sign/:token',
      handle: { title: t('Sign a document'), needsNoAccount: true },
      lazy: () => import('./signing-link/signing-link.page.tsx'),
    },
  ],
  fills: {
    'dashboard-section': () => import('./pending/pending-sections.tsx'),
  },
})
