import { describeDevice } from '@inkproof/texts/origin'
import type { EventEmails } from '../events/event-email.ts'

export const sessionEmails: EventEmails = {
  'new-device': ({ t, value }) => ({
    subject: t('New sign-in with {device}', {
      device: describeDevice({ t }, value('device', t('a new device'))),
    }),
    heading: t('New sign-in to your account'),
    paragraphs: [
      t(
        'Your Inkproof account was opened in a browser that has not been used with it before. If this was you, no action is needed.',
      ),
    ],
    ifNotYou: 'password',
  }),
  'sessions-ended': ({ t }) => ({
    subject: t('Devices were signed out of your account'),
    heading: t('Devices were signed out'),
    paragraphs: [t('To use Inkproof on those devices, sign in again.')],
    ifNotYou: 'password',
  }),
}
