import { t } from '@inkproof/texts/text'
import './slice.css'
import { defineSlice } from '@inkproof/slice'
import { adoptCspNonce } from '@inkproof/ui/csp-nonce'
import type { RouteObject } from 'react-router-dom'

adoptCspNonce()

export const slice = defineSlice({
  routes: [
    home('/'),
    home('/professional'),
    certify('/certify'),
    certify('/professional/certify'),
    {
      path: '/verify',
      handle: { title: t('Verify') },
      lazy: () => import('./verify/verify.page.tsx'),
    },
    {
      path: '/share/:shareLink',
      handle: { title: t('Certificate') },
      lazy: () => import(/* webpackChunkName: "share" */ './share/share.page.tsx'),
    },
    dashboard('/dashboard'),
    dashboard('/profile'),
    placeholder('/templates', t('Templates')),
    placeholder('/ai-features', 'AI'),
    placeholder('/payment/:documentId', t('Payment')),
    placeholder('/payment-success/:documentId', t('Payment')),
    placeholder('/collaborate/:sessionId', t('Collaborate')),
  ],
  fills: {},
})

/** Home is bundled with the slice itself, which saves the first visit a request. */
function home(path: string): RouteObject {
  return { path, lazy: () => import(/* webpackMode: "eager" */ './home/home.page.tsx') }
}

function certify(path: string): RouteObject {
  return { path, handle: { title: t('Certify') }, lazy: () => import('./certify/certify.page.tsx') }
}

function dashboard(path: string): RouteObject {
  return {
    path,
    handle: { title: t('Dashboard') },
    lazy: () => import('./dashboard/dashboard.page.tsx'),
  }
}

function placeholder(path: string, title: string): RouteObject {
  return { path, handle: { title }, lazy: () => import('./placeholders/placeholder.page.tsx') }
}
