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
      lazy: () => import('./share/share.page.tsx'),
    },
    dashboard('/dashboard'),
    dashboard('/profile'),
    later('/templates', t('Templates')),
    later('/document-signing', t('Sign Documents')),
    later('/sign/:token', t('Sign a document')),
    later('/ai-features', 'AI'),
    later('/payment/:documentId', t('Payment')),
    later('/payment-success/:documentId', t('Payment')),
    later('/collaborate/:sessionId', t('Collaborate')),
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

function later(path: string, title: string): RouteObject {
  return { path, handle: { title }, lazy: () => import('./later/later.page.tsx') }
}
