/** The texts of the e-mails about signing requests. */
import type { EmailContent } from '@inkproof/messages/email-content'
import type { EmailTemplates } from '@inkproof/messages/templates'
import { formatUtc } from '@inkproof/texts/format-utc'
import { keyTemplates } from './key-mail-texts.ts'
import {
  addressOf,
  becauseRecipient,
  codeOf,
  type Input,
  messageOf,
  namesIn,
  onlyForYou,
  reasonOf,
  type Secrets,
} from './mail-values.ts'
import type { SigningMailRow } from './signing-mails.model.ts'

/** The templates by kind. Subjects contain neither links nor codes, because they are listed. */
export function signingMailTemplates(secrets: Secrets): EmailTemplates<SigningMailRow> {
  const linkOf = ({ origin, row }: Input) => addressOf(secrets, origin, row)
  return {
    invitation: (input) => invitation(input, linkOf(input)),
    reminder: (input) => reminder(input, linkOf(input)),
    extended: (input) => extended(input, linkOf(input)),
    code: (input) => code(input, codeOf(secrets, input.row) ?? ''),
    completed: (input) => completed(input, linkOf(input)),
    declined: (input) => declined(input, linkOf(input)),
    voided: (input) => voided(input, linkOf(input)),
    expired: (input) => expired(input, linkOf(input)),
    'handed-over': (input) => handedOver(input, linkOf(input)),
    ...keyTemplates(linkOf),
  }
}

function invitation(input: Input, url: string): EmailContent {
  const { t } = input
  const { role, ...shown } = namesIn(input)
  const texts = {
    signer: {
      subject: t('{sender} asks you to sign: {title}', shown),
      heading: t('Please sign “{title}”', shown),
    },
    approver: {
      subject: t('{sender} asks you to approve: {title}', shown),
      heading: t('Please approve “{title}”', shown),
    },
    viewer: {
      subject: t('{sender} shares a document with you: {title}', shown),
      heading: t('“{title}” for your information', shown),
    },
  }
  return { ...(texts[role as keyof typeof texts] ?? texts.viewer), ...request(input, url) }
}

function reminder(input: Input, url: string): EmailContent {
  const { t } = input
  const { role, ...shown } = namesIn(input)
  const texts = {
    signer: {
      subject: t('Reminder: please sign {title}', shown),
      heading: t('{sender} is waiting for your signature', shown),
    },
    approver: {
      subject: t('Reminder: please approve {title}', shown),
      heading: t('{sender} is waiting for your approval', shown),
    },
    viewer: {
      subject: t('Reminder: {sender} shares {title} with you', shown),
      heading: t('“{title}” for your information', shown),
    },
  }
  return { ...(texts[role as keyof typeof texts] ?? texts.viewer), ...request(input, url) }
}

/** The new deadline is among the facts that it has in common with an invitation. */
function extended(input: Input, url: string): EmailContent {
  const { row, t } = input
  const { role: _, ...shown } = namesIn(input)
  const { paragraphs, ...common } = request(input, url)
  const time = formatUtc(row.expiresAt)
  return {
    subject: t('You have more time: {title}', shown),
    heading: t('You have until {time}', { time }),
    ...common,
    paragraphs: [t('{sender} has given you more time for “{title}”.', shown), ...paragraphs],
  }
}

/** What an invitation, a reminder and an e-mail about more time have in common. */
function request(input: Input, url: string): Omit<EmailContent, 'subject' | 'heading'> {
  const { t, row, value } = input
  const { role, ...shown } = namesIn(input)
  const acts = role === 'signer' || role === 'approver'
  const message = messageOf(input)
  const date = formatUtc(row.expiresAt)
  return {
    paragraphs: [
      ...(message.length > 0 ? [t('Message from {sender}:', shown), ...message] : []),
      ...(role === 'signer'
        ? [t('The link alone cannot sign. Before you sign, we send a code to this address.')]
        : []),
      ...(role === 'approver'
        ? [t('The link alone cannot approve. Before you approve, we send a code to this address.')]
        : []),
      ...(value('accessCode', '')
        ? [
            t(
              'The document opens only with an access code. {sender} gives it to you separately, for example by phone.',
              shown,
            ),
          ]
        : []),
    ],
    action: {
      label: acts ? t('Review document') : t('Open document'),
      url,
      note: t('The link is only for you. Do not forward it.'),
    },
    facts: [
      [t('From'), shown.sender],
      [t('Document'), shown.title],
      [t('Deadline'), date],
    ],
    reason: t(
      'You received this e-mail because {sender} entered your address in a signing request. If you were not expecting it, you can ignore this e-mail: nothing will be signed in your name.',
      shown,
    ),
  }
}

function code(input: Input, digits: string): EmailContent {
  const { t, row } = input
  const { role: _, ...shown } = namesIn(input)
  return {
    subject: t('Your code for “{title}”', shown),
    heading: t('Your code'),
    paragraphs: [
      t('Enter this code on the page where you requested it:'),
      digits,
      t('The code works once, until {time}, and only in that browser.', {
        time: formatUtc(row.expiresAt),
      }),
      t(
        'Do not share it with anyone, not even with us. If you did not request it, someone else has your link. In that case, tell {sender}.',
        shown,
      ),
    ],
    facts: [
      [t('Requested'), formatUtc(row.createdAt)],
      [t('Document'), shown.title],
    ],
    reason: t(
      'You received this e-mail because someone with the link to this document requested a code.',
    ),
  }
}

function completed(input: Input, url: string): EmailContent {
  const { t } = input
  const { role: _, ...shown } = namesIn(input)
  return {
    subject: t('Completed: {title}', shown),
    heading: t('“{title}” is completed', shown),
    paragraphs: [
      t('Everyone is done, and the finished document contains all signatures.'),
      t('Download it and keep it. Anyone can verify it without an account.'),
    ],
    action: { label: t('Open finished document'), url, note: onlyForYou(input) },
    reason: becauseRecipient(input),
  }
}

function declined(input: Input, url: string): EmailContent {
  const { t, value } = input
  const { role: _, ...shown } = namesIn(input)
  const by = value('by', t('A recipient'))
  return {
    subject: t('Declined: {title}', shown),
    heading: t('{by} declined', { by }),
    paragraphs: [
      t(
        '{by} declined “{title}”. The request has ended for everyone, and the document is not signed.',
        { ...shown, by },
      ),
      ...reasonOf(input),
    ],
    action: { label: t('Open request'), url, note: onlyForYou(input) },
    reason: becauseRecipient(input),
  }
}

function voided(input: Input, url: string): EmailContent {
  const { t } = input
  const { role: _, ...shown } = namesIn(input)
  return {
    subject: t('Withdrawn: {title}', shown),
    heading: t('{sender} withdrew the request', shown),
    paragraphs: [
      t('“{title}” can no longer be signed. You do not have to do anything.', shown),
      ...reasonOf(input),
    ],
    action: { label: t('Open request'), url, note: onlyForYou(input) },
    reason: becauseRecipient(input),
  }
}

function expired(input: Input, url: string): EmailContent {
  const { t, row } = input
  const { role: _, ...shown } = namesIn(input)
  return {
    subject: t('Expired: {title}', shown),
    heading: t('The signing request has expired'),
    paragraphs: [
      describeExpiry(input),
      row.link
        ? t('It can no longer be signed. {sender} can send it again.', shown)
        : t('It can no longer be signed. You can send it again.'),
    ],
    action: { label: t('Open request'), url, note: onlyForYou(input) },
    reason: becauseRecipient(input),
  }
}

function describeExpiry(input: Input): string {
  const { t, row, value } = input
  const { title } = namesIn(input)
  const by = value('by', '', MAX_LATE_NAMES_LENGTH)
  const shown = { title, by, time: formatUtc(row.expiresAt) }
  if (by === '')
    return t('The deadline of “{title}” was {time}, and not everyone had responded by then.', shown)
  return value('isYou', '')
    ? t('You had until {time} to respond to “{title}”. The request has ended for everyone.', shown)
    : t(
        '{by} did not respond to “{title}” by {time}. The request has ended for everyone, and the document is not signed.',
        shown,
      )
}

/** Longer than a name: several people can be late at once. */
const MAX_LATE_NAMES_LENGTH = 300

function handedOver(input: Input, url: string): EmailContent {
  const { t, value } = input
  const { role: _, ...shown } = namesIn(input)
  const people = { from: value('from', t('A recipient')), to: value('to', t('someone else')) }
  return {
    subject: t('{from} handed over: {title}', { ...shown, ...people }),
    heading: t('{to} takes over', people),
    paragraphs: [
      t(
        '{from} handed over “{title}” to {to}, who gets a new link. The link of {from} no longer works.',
        { ...shown, ...people },
      ),
      t('If {to} should not take part, withdraw the request and send it again.', people),
    ],
    action: { label: t('Open request'), url, note: onlyForYou(input) },
    facts: [[t('Address'), value('address', '')]],
    reason: becauseRecipient(input),
  }
}
