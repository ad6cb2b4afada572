/** Mails with a link that does something once: one entry a kind of token. */
import type { TokenKind } from '../tokens/tokens.model.ts'
import { type Letter, LONGEST_VALUE, timeInWords, type Value, valuesOf } from './letter.ts'

export type TokenFacts = {
  createdAt: Date
  expiresAt: Date
  data: Readonly<Record<string, string | undefined>>
  origin: string
  secret: string
}

type Words = Omit<Letter, 'facts' | 'action'> & { label: string; path: string; lasts: string }

/** The letter of a token. The secret stands behind `#`, so that it is never sent to any server by itself. */
export function tokenLetter(kind: TokenKind, facts: TokenFacts): Letter {
  const { createdAt, expiresAt, data, origin, secret } = facts
  const value = valuesOf(data)
  const { label, path, lasts, ...words } = WORDS[kind](value, origin)
  const note = `The link works once, for ${lasts}: until ${timeInWords(expiresAt)}.`
  return {
    ...words,
    action: { label, url: `${origin}${path}${secret}`, note },
    facts: factsOf(createdAt, value),
  }
}

function factsOf(at: Date, value: Value): [string, string][] {
  const device = value('device', '')
  if (device === '') return []
  const facts: [string, string][] = [
    ['Asked for', timeInWords(at)],
    ['Device', device],
    ['Place', value('place', '')],
  ]
  return facts.filter(([, text]) => text !== '')
}

const WORDS: Record<TokenKind, (value: Value, origin: string) => Words> = {
  reset: () => ({
    subject: 'Choose a new password for Inkproof',
    heading: 'Choose a new password',
    paragraphs: [
      'Somebody asked for a new password for the Inkproof account of this address. If it was you, choose one now. It ends every session of your account.',
      'If it was not you, leave this mail alone: your password stays as it is.',
    ],
    label: 'Choose a new password',
    path: '/reset-password#',
    lasts: '1 hour',
    reason:
      'You get this because a new password was asked for on Inkproof. Nobody reads replies to it.',
  }),
  'confirm-email': (value) => ({
    subject: 'Confirm your e-mail address for Inkproof',
    heading: 'Is this your address?',
    paragraphs: [
      `Confirm that ${value('email', 'this address')} is yours, so that you can come back in if you forget your password. Certifying and verifying work without it.`,
    ],
    label: 'Confirm this address',
    path: '/user-profile#confirm-email=',
    lasts: '7 days',
    reason:
      'You get this because an Inkproof account was made with this address. If it was not you, leave this mail alone.',
  }),
  'change-email': (value) => ({
    subject: 'Confirm your new e-mail address for Inkproof',
    heading: 'Use this address for your account?',
    paragraphs: [
      `Confirm that ${value('to', 'this address')} is yours. From then on you sign in with it, and what we have to tell you goes there.`,
    ],
    label: 'Use this address',
    path: '/user-profile#change-email=',
    lasts: '24 hours',
    reason:
      'You get this because somebody wants to use this address for their Inkproof account. If it was not you, leave this mail alone: nothing happens.',
  }),
  'undo-email': (value) => ({
    subject: 'The e-mail address of your account is being changed',
    heading: 'Somebody is changing your e-mail address',
    paragraphs: [
      `Your account is to use ${value('to', 'another address')} instead of ${value('from', 'this one')}, as soon as that address is confirmed.`,
      'If it was you, there is nothing to do. If it was not, stop it here: your account keeps this address, and every session is ended.',
    ],
    label: 'It was not me: keep this address',
    path: '/user-profile#undo-email=',
    lasts: '7 days',
    reason: 'You get this because this is the e-mail address of your Inkproof account.',
  }),
  invitation: (value) => ({
    subject: `${value('inviter', 'Somebody')} invites you to ${value('workspace', 'a workspace')} on Inkproof`,
    heading: `Work together in ${value('workspace', 'a workspace', LONGEST_VALUE)}`,
    paragraphs: [
      `${value('inviter', 'Somebody')} invites you to the workspace ${value('workspace', 'of theirs', LONGEST_VALUE)}, as: ${value('role', 'member')}.`,
      'Inkproof certifies documents: anybody can check later that a file is the one that existed then.',
    ],
    label: 'See the invitation',
    path: '/user-profile#invitation=',
    lasts: '7 days',
    reason:
      'You get this because somebody typed your address as that of a person they work with. If you do not know them, leave this mail alone: nothing happens.',
  }),
}
