import { t } from '@inkproof/texts/text'
import './slice.css'
import { defineSlice } from '@inkproof/slice'
import { adoptCspNonce } from '@inkproof/ui/csp-nonce'
import { announcePracticeWallet } from './wallets/practice/announce.ts'

// This slice bundles its own Radix, which needs the page's nonce too.
adoptCspNonce()
// Every page can discover wallets, so the practice wallet is announced as soon as the slice loads.
announcePracticeWallet()

export const slice = defineSlice({
  routes: [
    {
      path: '/reset-password',
      handle: { title: t('Reset password') },
      lazy: () => import('./reset-password/reset-password.page.tsx'),
    },
    {
      path: '/email-test',
      handle: { title: t('E-mail test') },
      lazy: () => import('./email-test/email-test.page.tsx'),
    },
    {
      path: '/user-profile',
      handle: { title: t('User profile') },
      lazy: () => import('./user-profile/user-profile.page.tsx'),
    },
    {
      path: '/auth-test',
      handle: { title: t('Auth test') },
      lazy: () => import('./auth-test/auth-test.page.tsx'),
    },
  ],
  fills: {
    // Shown on every page immediately, so it stays in the slice's first chunk.
    'user-menu': () => import(/* webpackMode: "eager" */ './user-menu/user-menu.tsx'),
    'auth-dialog': () => import('./dialog/auth-dialog.tsx'),
    'person-verification': () => import('./verification/person-verification.tsx'),
  },
})
