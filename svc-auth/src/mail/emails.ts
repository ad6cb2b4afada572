import type { EventEmails } from '../events/event-email.ts'

export const testEmails: EventEmails = {
  'test-mail': ({ t }) => ({
    subject: t('Test message from Inkproof'),
    heading: t('E-mails from this installation reach you'),
    paragraphs: [
      t(
        'You requested this message on the page “E-mail test”. Receiving it shows that e-mail delivery works.',
      ),
    ],
    ifNotYou: 'none',
  }),
}
