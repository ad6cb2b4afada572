import type { EventEmails } from '../events/event-email.ts'
import type { LinkEmails } from '../tokens/link-email.ts'

export const recoveryEmails: EventEmails = {
  'password-reset': ({ t }) => ({
    subject: t('Your password was reset'),
    heading: t('You have a new password'),
    paragraphs: [
      t(
        'Your password was set using the link we sent you by e-mail. You’ve been signed out on all devices. Sign in again with the new password.',
      ),
    ],
    ifNotYou: 'password',
  }),
}

export const resetLinkEmails: LinkEmails = {
  reset: ({ t }) => ({
    subject: t('Choose a new password for Inkproof'),
    heading: t('Choose a new password'),
    paragraphs: [
      t(
        'A new password was requested for the Inkproof account with this e-mail address. If this was you, choose one now. You’ll be signed out on all devices.',
      ),
      t('If this wasn’t you, ignore this e-mail. Your password stays the same.'),
    ],
    label: t('Choose a new password'),
    path: '/reset-password#',
    duration: t('1 hour'),
    reason: t(
      'You received this e-mail because a new password was requested for this address on Inkproof.',
    ),
  }),
}
