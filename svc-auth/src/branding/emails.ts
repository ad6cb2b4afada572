import { MAX_VALUE_LENGTH } from '@inkproof/messages/safe-values'
import type { EventEmails } from '../events/event-email.ts'

export const brandingEmails: EventEmails = {
  'replies-assigned': ({ t, value }) => ({
    subject: t('You get the replies to e-mails of {workspace}', {
      workspace: value('workspace', t('a workspace')),
    }),
    heading: t('You get the replies to e-mails'),
    paragraphs: [
      t(
        '{name} chose you: when recipients of a signing request reply to an e-mail of the workspace {workspace}, you get the reply. These e-mails show your address to the recipients.',
        {
          name: value('by', t('An owner')),
          workspace: value('workspace', t('that you belong to'), MAX_VALUE_LENGTH),
        },
      ),
      t(
        'If you do not want this, open the workspace in your settings and choose “Stop getting replies”.',
      ),
    ],
    ifNotYou: 'none',
  }),
}
