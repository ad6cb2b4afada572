/** E-mails about account events. Each feature provides the texts for its own events. */
import type { EmailContent } from '@inkproof/messages/email-content'
import type { EmailTemplates, TemplateInput } from '@inkproof/messages/templates'
import type { EventKind } from '@inkproof/protocol/event-kinds'
import { formatUtc } from '@inkproof/texts/format-utc'
import { describeDevice, describeLocation } from '@inkproof/texts/origin'
import type { EventRow } from './events.model.ts'

/** The text that a feature provides. {@link eventTemplates} adds time, device, location and the warning. */
export type EventText = Pick<EmailContent, 'subject' | 'heading' | 'paragraphs'> & {
  /**
   * The advice in case someone else caused the event. `password`: choose a new password. `settings`: review the sign-in
   * methods and sessions. `intruder`: someone had access, so choose a new password. `none`: no advice.
   */
  ifNotYou: 'password' | 'settings' | 'intruder' | 'none'
}

type Input = TemplateInput<EventRow>

/** Functions that write the e-mails, by event kind. */
export type EventEmails = Readonly<Partial<Record<EventKind, (input: Input) => EventText>>>

/** Names of values that the service itself set or validated. */
export const TRUSTED_EVENT_VALUES = ['address', 'deleteAt', 'email', 'from', 'to']

/** Creates the templates of a feature's e-mails. */
export function eventTemplates(emails: EventEmails): EmailTemplates<EventRow> {
  const templates = Object.entries(emails).map(([kind, write]) => {
    const template = (input: Input): EmailContent => {
      const { ifNotYou, ...content } = write(input)
      return {
        ...content,
        facts: factsOf(input),
        ...(ifNotYou !== 'none' && { warning: WARNINGS[ifNotYou](input) }),
        reason: input.t('You received this e-mail because of activity in your Inkproof account.'),
      }
    }
    return [kind, template] as const
  })
  return Object.fromEntries(templates)
}

const WARNINGS = {
  password: ({ t, origin }: Input) => ({
    text: t('If this wasn’t you, choose a new password now. You’ll be signed out on all devices.'),
    label: t('Choose a new password'),
    url: `${origin}/reset-password`,
  }),
  settings: ({ t, origin }: Input) => ({
    text: t(
      'If this wasn’t you, review your sign-in methods and sessions, and remove the ones you don’t recognize.',
    ),
    label: t('Open your settings'),
    url: `${origin}/user-profile`,
  }),
  intruder: ({ t, origin }: Input) => ({
    text: t(
      'If you didn’t request the change, someone else had access to your account. Choose a new password now.',
    ),
    label: t('Choose a new password'),
    url: `${origin}/reset-password`,
  }),
} as const

function factsOf({ t, row, value }: Input): [string, string][] {
  const place = describeLocation({ t }, value('place', ''))
  const location = [place, value('address', '')].filter(Boolean).join(' · ')
  const facts: [string, string][] = [
    [t('Time'), formatUtc(row.at)],
    [t('Device'), describeDevice({ t }, value('device', ''))],
    [t('Location'), location],
  ]
  return facts.filter(([, text]) => text !== '')
}
