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
    title: t('Is this your address?'),
    says: ({ email }) => t('Confirm that {email} is yours.', { email }),
    button: t('Confirm this address'),
    doneTitle: t('Your address is confirmed'),
    doneSays: ({ email }) =>
      t('If you forget your password, you can reset it by e-mail to {email}.', { email }),
  },
  'change-email': {
    title: t('Use this address for your account?'),
    says: ({ email }) =>
      t('You will sign in with {email} and receive notifications there.', { email }),
    button: t('Use this address'),
    doneTitle: t('Your e-mail address was changed'),
    doneSays: ({ email }) => t('Sign in with {email} from now on.', { email }),
  },
  'undo-email': {
    title: t('Keep your address?'),
    says: ({ email, instead }) =>
      t(
        'Someone requested to change your address from {email} to {instead}. If this was not you, keep {email}. All sessions of your account will be ended.',
        { email, instead: instead ?? t('another address') },
      ),
    button: t('This was not me: keep this address'),
    doneTitle: t('Your address was kept'),
    doneSays: ({ email }) =>
      t(
        '{email} stays your address, and all sessions were ended. Choose a new password now: someone had access to your account.',
        { email },
      ),
  },
}

/** The change has already happened: the undo reverts it. */
const UNDO_OF_CHANGED: LinkWords = {
  title: t('Restore your address?'),
  says: ({ email, instead }) =>
    t(
      'Your address was changed from {email} to {instead}. If this was not you, restore {email}. All sessions of your account will be ended.',
      { email, instead: instead ?? t('another address') },
    ),
  button: t('This was not me: restore my address'),
  doneTitle: t('Your address was restored'),
  doneSays: ({ email }) =>
    t(
      '{email} is your address again, and all sessions were ended. Choose a new password now: someone had access to your account.',
      { email },
    ),
}
