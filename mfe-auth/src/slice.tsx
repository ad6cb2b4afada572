import './slice.css'
import { defineSlice } from '@inkproof/slice'
import { adoptCspNonce } from '@inkproof/ui/csp-nonce'
import { LATER } from './later/later.ts'

// This slice bundles its own Radix, which has to be given the page's nonce too.
adoptCspNonce()

const laterPage = () => import('./later/later.page.tsx')

export const slice = defineSlice({
  routes: [
    ...Object.entries(LATER).map(([path, { title }]) => ({
      path,
      handle: { title },
      lazy: laterPage,
    })),
    {
      path: '/user-profile',
      handle: { title: 'User profile' },
      lazy: () => import('./user-profile/user-profile.page.tsx'),
    },
    {
      path: '/auth-test',
      handle: { title: 'Auth test' },
      lazy: () => import('./auth-test/auth-test.page.tsx'),
    },
  ],
  fills: {
    // On every page from the start, so it stays in the slice's first chunk.
    'user-menu': () => import(/* webpackMode: "eager" */ './user-menu/user-menu.tsx'),
    'auth-dialog': () => import('./dialog/auth-dialog.tsx'),
  },
})
