import type { EventEmails } from '../events/event-email.ts'

export const testEmails: EventEmails = {
  'test-mail': ({ t }) => ({
    subject: t('Test message from Inkproof'),
    heading: t('E-mail delivery works'),
    paragraphs: [
      t('You requested this message on the “E-mail test” page. No further action is needed.'),
    ],
    ifNotYou: 'none',
  }),
}
