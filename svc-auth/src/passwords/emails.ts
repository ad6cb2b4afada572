import type { EventEmails } from '../events/event-email.ts'

export const passwordEmails: EventEmails = {
  'password-set': ({ t }) => ({
    subject: t('Your password was changed'),
    heading: t('Your password was changed'),
    paragraphs: [t('Sign in with the new password from now on. All other sessions have ended.')],
    ifNotYou: 'password',
  }),
}
