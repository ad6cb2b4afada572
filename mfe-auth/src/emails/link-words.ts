import type { EmailLink, EmailLinkKind } from '@inkproof/protocol/emails'

/** What the card of a mailed link says, before and after. */
export type LinkWords = {
  title: string
  says: (link: EmailLink) => string
  button: string
  doneTitle: string
  doneSays: (link: EmailLink) => string
}

/** What the card of this link says. */
export function linkWords({ kind, changed }: EmailLink): LinkWords {
  return kind === 'undo-email' && changed ? UNDO_OF_CHANGED : LINK_WORDS[kind]
}

const LINK_WORDS: Readonly<Record<EmailLinkKind, LinkWords>> = {
  'confirm-email': {
    title: 'Is this your address?',
    says: ({ email }) => `Confirm that ${email} is yours.`,
    button: 'Confirm this address',
    doneTitle: 'Your address is confirmed',
    doneSays: ({ email }) => `If you forget your password, you come back in by a mail to ${email}.`,
  },
  'change-email': {
    title: 'Use this address for your account?',
    says: ({ email }) =>
      `From then on you sign in with ${email}, and what we have to tell you goes there.`,
    button: 'Use this address',
    doneTitle: 'Your account has its new address',
    doneSays: ({ email }) => `Sign in with ${email} from now on.`,
  },
  'undo-email': {
    title: 'Keep your address?',
    says: ({ email, instead }) =>
      `Your account is to use ${instead ?? 'another address'} instead of ${email}. If that was not you, keep ${email}: every session of your account is ended.`,
    button: 'It was not me: keep this address',
    doneTitle: 'Your account keeps its address',
    doneSays: ({ email }) =>
      `${email} stays, and every session was ended. Choose a new password now: somebody was in your account.`,
  },
}

/** The change has happened already: what is undone is not to come but there. */
const UNDO_OF_CHANGED: LinkWords = {
  title: 'Take your address back?',
  says: ({ email, instead }) =>
    `Your account uses ${instead ?? 'another address'} now, instead of ${email}. If that was not you, bring ${email} back: every session of your account is ended.`,
  button: 'It was not me: take it back',
  doneTitle: 'Your account has its address back',
  doneSays: ({ email }) =>
    `${email} is back, and every session was ended. Choose a new password now: somebody was in your account.`,
}
