/** What people are told happened to their account. */
import { EVENT_WORDS, type MailedKind } from './event-words.ts'
import { type Letter, timeInWords, type Value, valuesOf } from './letter.ts'

export type EventFacts = {
  at: Date
  data: Readonly<Record<string, string | undefined>>
  origin: string
}

/** The letter of an event. */
export function eventLetter(kind: MailedKind, { at, data, origin }: EventFacts): Letter {
  const value = valuesOf(data)
  const { ifNotYou, ...words } = EVENT_WORDS[kind](value)
  return {
    ...words,
    facts: factsOf(at, value),
    ...(ifNotYou !== 'none' && { warning: WARNINGS[ifNotYou](origin) }),
    reason: REASON,
  }
}

const REASON =
  'You get this because something happened to your Inkproof account. Nobody reads replies to it.'

const WARNINGS = {
  password: (origin: string) => ({
    text: 'Was it not you? Choose a new password at once: that ends every session of your account.',
    label: 'Choose a new password',
    url: `${origin}/reset-password`,
  }),
  settings: (origin: string) => ({
    text: 'Was it not you? Look at the ways into your account and at its sessions, and end what is not yours.',
    label: 'Open your settings',
    url: `${origin}/user-profile`,
  }),
  stranger: (origin: string) => ({
    text: 'Was the change not yours? Choose a new password now: somebody was in your account.',
    label: 'Choose a new password',
    url: `${origin}/reset-password`,
  }),
} as const

function factsOf(at: Date, value: Value): [string, string][] {
  const place = [value('place', ''), value('address', '')].filter(Boolean).join(' · ')
  const facts: [string, string][] = [
    ['Time', timeInWords(at)],
    ['Device', value('device', '')],
    ['Place', place],
  ]
  return facts.filter(([, text]) => text !== '')
}
