import type { EmailLink, EmailLinkKind } from '@inkproof/protocol/emails'
import { t } from '@inkproof/texts/text'

/** The texts of a mailed link's card, before and after use. */
export type LinkWords = {
  title: string
  says: (link: EmailLink) => string
  button: string
  doneTitle: string
  doneSays: (link: EmailLink) => string
}

/** Returns the texts of this link's card. */
export function linkWords({ kind, changed }: EmailLink): LinkWords {
  return kind === 'undo-email' && changed ? UNDO_OF_CHANGED : LINK_WORDS[kind]
}

const LINK_WORDS: Readonly<Record<EmailLinkKind, LinkWords>> = {
  'confirm-email': {
    title: t('Is this your e-mail address?'),
    says: ({ email }) => t('Confirm that {email} is yours.', { email }),
    button: t('Confirm this address'),
    doneTitle: t('E-mail address confirmed'),
    doneSays: ({ email }) =>
      t('If you forget your password, you can reset it by e-mail to {email}.', { email }),
  },
  'change-email': {
    title: t('Use this address for your account?'),
    says: ({ email }) =>
      t('You’ll use {email} to sign in and to receive notifications.', { email }),
    button: t('Use this address'),
    doneTitle: t('E-mail address changed'),
    doneSays: ({ email }) => t('Sign in with {email} from now on.', { email }),
  },
  'undo-email': {
    title: t('Keep your e-mail address?'),
    says: ({ email, instead }) =>
      t(
        'Someone asked to change your e-mail address from {email} to {instead}. If this wasn’t you, keep {email}. You’ll be signed out on all devices.',
        { email, instead: instead ?? t('another address') },
      ),
    button: t('This wasn’t me: keep this address'),
    doneTitle: t('E-mail address kept'),
    doneSays: ({ email }) =>
      t(
        '{email} is still your e-mail address, and you’ve been signed out on all devices. Choose a new password now: someone had access to your account.',
        { email },
      ),
  },
}

/** The change has already happened: the undo reverts it. */
const UNDO_OF_CHANGED: LinkWords = {
  title: t('Restore your e-mail address?'),
  says: ({ email, instead }) =>
    t(
      'Your e-mail address was changed from {email} to {instead}. If this wasn’t you, restore {email}. You’ll be signed out on all devices.',
      { email, instead: instead ?? t('another address') },
    ),
  button: t('This wasn’t me: restore my address'),
  doneTitle: t('E-mail address restored'),
  doneSays: ({ email }) =>
    t(
      '{email} is your e-mail address again, and you’ve been signed out on all devices. Choose a new password now: someone had access to your account.',
      { email },
    ),
}
