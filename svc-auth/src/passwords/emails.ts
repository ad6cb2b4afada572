import type { EventEmails } from '../events/event-email.ts'

export const passwordEmails: EventEmails = {
  'password-set': ({ t }) => ({
    subject: t('Your password was changed'),
    heading: t('Your password was changed'),
    paragraphs: [
      t(
        'Use the new password to sign in from now on. You’ve been signed out on all other devices.',
      ),
    ],
    ifNotYou: 'password',
  }),
}
