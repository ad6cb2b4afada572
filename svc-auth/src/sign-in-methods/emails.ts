import type { EventEmails } from '../events/event-email.ts'
import { describeSignInMethod } from './describe-sign-in-method.ts'

export const signInMethodEmails: EventEmails = {
  'way-added': ({ t, value }) => ({
    subject: t('A sign-in method was added to your account'),
    heading: t('A sign-in method was added'),
    paragraphs: [
      t('You can now sign in to your account with: {method}.', {
        method: describeSignInMethod({ t, value }, t('another method')),
      }),
    ],
    ifNotYou: 'settings',
  }),
  'way-removed': ({ t, value }) => ({
    subject: t('A sign-in method was removed from your account'),
    heading: t('A sign-in method was removed'),
    paragraphs: [
      t('You can no longer sign in to your account with: {method}.', {
        method: describeSignInMethod({ t, value }, t('one of its methods')),
      }),
    ],
    ifNotYou: 'settings',
  }),
}
