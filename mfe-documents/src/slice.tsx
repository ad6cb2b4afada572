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
      handle: { title: 'Verify' },
      lazy: () => import('./verify/verify.page.tsx'),
    },
    {
      path: '/share/:shareLink',
      handle: { title: 'Certificate' },
      lazy: () => import('./share/share.page.tsx'),
    },
    dashboard('/dashboard'),
    dashboard('/profile'),
    later('/templates', 'Templates'),
    later('/document-signing', 'Sign Documents'),
    later('/sign/:token', 'Sign a document'),
    later('/ai-features', 'AI'),
    later('/payment/:documentId', 'Payment'),
    later('/payment-success/:documentId', 'Payment'),
    later('/collaborate/:sessionId', 'Collaborate'),
  ],
  fills: {},
})

/** Home comes with the slice itself: the first visit waits for one file less. */
function home(path: string): RouteObject {
  return { path, lazy: () => import(/* webpackMode: "eager" */ './home/home.page.tsx') }
}

function certify(path: string): RouteObject {
  return { path, handle: { title: 'Certify' }, lazy: () => import('./certify/certify.page.tsx') }
}

function dashboard(path: string): RouteObject {
  return {
    path,
    handle: { title: 'Dashboard' },
    lazy: () => import('./dashboard/dashboard.page.tsx'),
  }
}

function later(path: string, title: string): RouteObject {
  return { path, handle: { title }, lazy: () => import('./later/later.page.tsx') }
}
