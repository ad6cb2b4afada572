import type { EmailLink, EmailLinkKind } from '@inkproof/protocol/emails'
import { t } from '@inkproof/texts/text'

/** The texts of a mailed link's card, before and after the link is used. */
export type LinkTexts = {
  title: string
  description: (link: EmailLink) => string
  button: string
  doneTitle: string
  doneDescription: (link: EmailLink) => string
}

/** Returns the texts of this link's card. */
export function linkTexts({ kind, changed }: EmailLink): LinkTexts {
  return kind === 'undo-email' && changed ? UNDO_CHANGED_TEXTS : LINK_TEXTS[kind]
}

const LINK_TEXTS: Readonly<Record<EmailLinkKind, LinkTexts>> = {
  'confirm-email': {
    title: t('Is this your e-mail address?'),
    description: ({ email }) => t('Confirm that {email} is yours.', { email }),
    button: t('Confirm this address'),
    doneTitle: t('E-mail address confirmed'),
    doneDescription: ({ email }) =>
      t('If you forget your password, you can reset it by e-mail to {email}.', { email }),
  },
  'change-email': {
    title: t('Use this address for your account?'),
    description: ({ email }) =>
      t('You’ll use {email} to sign in and to receive notifications.', { email }),
    button: t('Use this address'),
    doneTitle: t('E-mail address changed'),
    doneDescription: ({ email }) => t('Sign in with {email} from now on.', { email }),
  },
  'undo-email': {
    title: t('Keep your e-mail address?'),
    description: ({ email, instead }) =>
      t(
        'Someone asked to change your e-mail address from {email} to {instead}. If this wasn’t you, keep {email}. You’ll be signed out on all devices.',
        { email, instead: instead ?? t('another address') },
      ),
    button: t('This wasn’t me: keep this address'),
    doneTitle: t('E-mail address kept'),
    doneDescription: ({ email }) =>
      t(
        '{email} is still your e-mail address, and you’ve been signed out on all devices. Choose a new password now: someone had access to your account.',
        { email },
      ),
  },
}

/** For an undo link whose change has already been applied. */
const UNDO_CHANGED_TEXTS: LinkTexts = {
  title: t('Restore your e-mail address?'),
  description: ({ email, instead }) =>
    t(
      'Your e-mail address was changed from {email} to {instead}. If this wasn’t you, restore {email}. You’ll be signed out on all devices.',
      { email, instead: instead ?? t('another address') },
    ),
  button: t('This wasn’t me: restore my address'),
  doneTitle: t('E-mail address restored'),
  doneDescription: ({ email }) =>
    t(
      '{email} is your e-mail address again, and you’ve been signed out on all devices. Choose a new password now: someone had access to your account.',
      { email },
    ),
}
