import type { LaterPages } from '@inkproof/ui/later-page'

/** Pages whose content comes with a later release. */
export const LATER: LaterPages = {
  '/reset-password': {
    title: 'Reset password',
    sentence:
      'This release cannot reset a password yet: only the one you chose opens your account.',
    to: '/dashboard',
    label: 'Sign in',
  },
  '/email-test': {
    title: 'E-mail test',
    sentence: 'This release sends no e-mail yet.',
    to: '/auth-status',
    label: 'See how each part of this installation is doing',
  },
}
