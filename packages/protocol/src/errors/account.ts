import { MOST_PASSKEYS } from '../factors.ts'
import { MAX_PICTURE_BYTES } from '../profile.ts'
import { MOST_WALLETS } from '../wallets.ts'
import type { ErrorRow } from './row.ts'

/** Errors of changing an account: its sign-in methods, its address, its deletion. */
export const ACCOUNT_ERRORS = {
  PASSWORD_TOO_SHORT: {
    status: 400,
    title: 'Password must be at least 8 characters long.',
    fix: 'Choose a longer one.',
    fields: ['password'],
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    title: 'This password is among the first that are guessed.',
    fix: 'Choose one that nobody else would think of, such as four words at random.',
    fields: ['password'],
  },
  PASSWORD_HAS_NAME: {
    status: 400,
    title: 'This password contains your name, your e-mail address or the name of this product.',
    fix: 'Choose one that says nothing about you.',
    fields: ['password'],
  },
  PICTURE_REFUSED: {
    status: 400,
    title: 'This file cannot be your picture.',
    fix: `Choose a JPEG, PNG, WebP or GIF file of up to ${MAX_PICTURE_BYTES / 1024 ** 2} MB and 25 megapixels.`,
  },
  EMAIL_TAKEN: {
    status: 409,
    title: 'An account with this e-mail address exists.',
    fix: 'Sign in instead.',
    fields: ['email'],
  },
  EMAIL_UNCONFIRMED: {
    status: 409,
    title: 'A password opens an account together with a confirmed e-mail address.',
    fix: 'Add your e-mail address and confirm it, then set a password.',
  },
  EMAIL_MISSING: {
    status: 409,
    title: 'Your account has no e-mail address.',
    fix: 'Add one in your settings first.',
  },
  EMAIL_CHANGED_LATELY: {
    status: 409,
    title: 'The e-mail address of this account was changed less than 7 days ago.',
    fix: 'Wait until the address before can no longer undo that, or undo it by the link it was sent.',
  },
  PROVIDER_EMAIL_TAKEN: {
    status: 409,
    title: 'An account with the e-mail address of your outside account exists.',
    fix: 'Sign in to it as you did before, then link the outside account under Settings.',
  },
  WAY_IN_TAKEN: {
    status: 409,
    title: 'This way to sign in belongs to another account.',
    fix: 'Remove it there first, or use another.',
  },
  LAST_WAY_IN: {
    status: 409,
    title: 'This is the only way into your account.',
    fix: 'Add another way to sign in first.',
  },
  TOO_MANY_WALLETS: {
    status: 409,
    title: `Your account has ${MOST_WALLETS} wallets, which is the most.`,
    fix: 'Remove one that you no longer use first.',
  },
  PASSKEYS_FULL: {
    status: 409,
    title: `This account has ${MOST_PASSKEYS} passkeys, which is the most.`,
    fix: 'Remove one that you no longer use first.',
  },
  APP_IS_ON: {
    status: 409,
    title: 'This account has an authenticator app already.',
    fix: 'Remove it first, then set up the new one.',
  },
  APP_IS_OFF: {
    status: 409,
    title: 'This account has no authenticator app.',
    fix: 'Set one up first.',
  },
  HAND_OVER_FIRST: {
    status: 409,
    title: 'You are the only owner of a workspace that others work in.',
    fix: 'Make somebody else an owner there, or remove its members, then retry.',
  },
  LINK_UNKNOWN: {
    status: 404,
    title: 'This link is not one of ours, or parts of it are missing.',
    fix: 'Open it from the mail again, or ask for a new one.',
  },
  LINK_FOR_OTHER: {
    status: 403,
    title: 'This link belongs to another account than the one you are signed in to.',
    fix: 'Sign in with the account the mail is about, then open the link again.',
  },
  LINK_USED: {
    status: 410,
    title: 'This link has been used already.',
    fix: 'Ask for a new one if you still need it.',
  },
  LINK_EXPIRED: {
    status: 410,
    title: 'This link has expired.',
    fix: 'Ask for a new one.',
  },
} as const satisfies Record<string, ErrorRow>
