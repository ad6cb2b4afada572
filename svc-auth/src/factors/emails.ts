import type { EventEmails } from '../events/event-email.ts'

export const factorEmails: EventEmails = {
  'app-added': ({ t }) => ({
    subject: t('An authenticator app was added to your account'),
    heading: t('An authenticator app now protects your account'),
    paragraphs: [
      t(
        'Signing in now also requires a code from the app. Store your recovery codes somewhere you can reach without this device.',
      ),
    ],
    ifNotYou: 'password',
  }),
  'app-removed': ({ t }) => ({
    subject: t('The authenticator app was removed from your account'),
    heading: t('The authenticator app was removed'),
    paragraphs: [t('Signing in no longer requires a code.')],
    ifNotYou: 'password',
  }),
  'recovery-codes-made': ({ t }) => ({
    subject: t('New recovery codes were created for your account'),
    heading: t('You have new recovery codes'),
    paragraphs: [t('The previous codes no longer work. Keep the new ones in a safe place.')],
    ifNotYou: 'password',
  }),
  'recovery-code-used': ({ t, value }) => ({
    subject: t('A recovery code was used for your account'),
    heading: t('A recovery code was used'),
    paragraphs: [
      t(
        'One of your recovery codes was used to sign in or to confirm your identity. Each code works once.',
      ),
      t('Codes left: {count}.', { count: value('left', t('see your settings')) }),
    ],
    ifNotYou: 'password',
  }),
}
