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
    subject: t('Sessions of your account were ended'),
    heading: t('Sessions were ended'),
    paragraphs: [t('The browsers that used these sessions have to sign in again.')],
    ifNotYou: 'password',
  }),
}
