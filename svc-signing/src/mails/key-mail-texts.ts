/** The texts of the e-mails about a recipient who wants to sign in another browser. */
import type { EmailContent } from '@inkproof/messages/email-content'
import type { EmailTemplates } from '@inkproof/messages/templates'
import { formatUtc } from '@inkproof/texts/format-utc'
import { becauseRecipient, type Input, namesIn, onlyForYou } from './mail-values.ts'
import type { SigningMailRow } from './signing-mails.model.ts'

/** @param linkOf returns the link of an e-mail */
export function keyTemplates(
  linkOf: (input: Input) => string,
): Pick<EmailTemplates<SigningMailRow>, 'key-waiting' | 'key-released'> {
  return {
    'key-waiting': (input) => keyWaiting(input, linkOf(input)),
    'key-released': (input) => keyReleased(input, linkOf(input)),
  }
}

function keyWaiting(input: Input, url: string): EmailContent {
  const { row, t, value } = input
  const { role: _, ...shown } = namesIn(input)
  const by = value('by', t('A recipient'))
  return {
    subject: t('{by} needs your permission: {title}', { ...shown, by }),
    heading: t('{by} wants to use another browser', { by }),
    paragraphs: [
      t(
        '{by} confirmed their address for “{title}” in one browser, and now wants to continue in another one. This is normal after a change of device. It could also be someone else with access to the mailbox.',
        { ...shown, by },
      ),
      t(
        'Ask {by}, for example by phone. Then allow the other browser on the page of the request.',
        {
          by,
        },
      ),
    ],
    action: { label: t('Open request'), url, note: onlyForYou(input) },
    facts: [
      [t('Address'), value('address', '')],
      [t('Requested'), formatUtc(row.createdAt)],
    ],
    reason: becauseRecipient(input),
  }
}

function keyReleased(input: Input, url: string): EmailContent {
  const { t } = input
  const { role: _, ...shown } = namesIn(input)
  return {
    subject: t('You can continue: {title}', shown),
    heading: t('You can use your other browser'),
    paragraphs: [
      t(
        '{sender} has allowed you to continue with “{title}” in the browser where you waited.',
        shown,
      ),
      t(
        'Go back to the page there, or open this link in the same browser. What you entered is still there.',
      ),
    ],
    action: { label: t('Open document'), url, note: onlyForYou(input) },
    reason: t(
      'You received this e-mail because you confirmed your address in another browser. If that was not you, tell {sender} at once.',
      shown,
    ),
  }
}
