import { MAX_PASSKEYS } from '../factors.ts'
import { MAX_PICTURE_BYTES } from '../profile.ts'
import { MAX_WALLETS } from '../wallets.ts'
import type { ErrorRow } from './row.ts'

/** Errors when changing an account: its sign-in methods, its address, its deletion. */
export const ACCOUNT_ERRORS = {
  PASSWORD_TOO_SHORT: {
    status: 400,
    title: 'Password must be at least 8 characters long.',
    fix: 'Choose a longer password.',
    fields: ['password'],
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    title: 'This password is too easy to guess.',
    fix: 'Choose one that no one else would think of, such as four random words.',
    fields: ['password'],
  },
  PASSWORD_HAS_NAME: {
    status: 400,
    title: 'This password contains your name, your e-mail address or the name of this product.',
    fix: 'Choose a password without personal information.',
    fields: ['password'],
  },
  PICTURE_REFUSED: {
    status: 400,
    title: 'This file cannot be used as your picture.',
    fix: `Choose a JPEG, PNG, WebP or GIF file of up to ${MAX_PICTURE_BYTES / 1024 ** 2} MB and 25 megapixels.`,
  },
  EMAIL_TAKEN: {
    status: 409,
    title: 'An account with this e-mail address already exists.',
    fix: 'Sign in instead.',
    fields: ['email'],
  },
  EMAIL_UNCONFIRMED: {
    status: 409,
    title: 'A password requires a confirmed e-mail address.',
    fix: 'Add your e-mail address and confirm it, then set a password.',
  },
  EMAIL_MISSING: {
    status: 409,
    title: 'Your account has no e-mail address.',
    fix: 'Add one in your settings first.',
  },
  EMAIL_RECENTLY_CHANGED: {
    status: 409,
    title: 'The e-mail address of this account was changed less than 7 days ago.',
    fix: 'Wait until the 7 days have passed, or undo the change with the link sent to the previous address.',
  },
  PROVIDER_EMAIL_TAKEN: {
    status: 409,
    title: 'An Inkproof account already uses the e-mail address of this external account.',
    fix: 'Sign in to that account with your existing sign-in method, then link the external account under Settings.',
  },
  SIGN_IN_METHOD_TAKEN: {
    status: 409,
    title: 'This sign-in method belongs to another account.',
    fix: 'Remove it there first, or use another one.',
  },
  LAST_SIGN_IN_METHOD: {
    status: 409,
    title: 'This is your only sign-in method.',
    fix: 'Add another sign-in method first.',
  },
  TOO_MANY_WALLETS: {
    status: 409,
    title: `Your account has reached the limit of ${MAX_WALLETS} wallets.`,
    fix: 'First remove one that you no longer use.',
  },
  TOO_MANY_PASSKEYS: {
    status: 409,
    title: `Your account has reached the limit of ${MAX_PASSKEYS} passkeys.`,
    fix: 'First remove one that you no longer use.',
  },
  AUTHENTICATOR_APP_EXISTS: {
    status: 409,
    title: 'This account already has an authenticator app.',
    fix: 'Remove it first, then set up the new one.',
  },
  NO_AUTHENTICATOR_APP: {
    status: 409,
    title: 'This account has no authenticator app.',
    fix: 'Set one up first.',
  },
  SOLE_OWNER_OF_WORKSPACE: {
    status: 409,
    title: 'You are the only owner of a workspace that has other members.',
    fix: 'Make another member an owner, or remove the other members, then try again.',
  },
  DELETION_CANCELLED: {
    status: 409,
    title: 'The deletion that this request scheduled has been cancelled.',
    fix: 'To schedule it again, send a request with a new Idempotency-Key.',
  },
  EXPORT_TOO_LARGE: {
    status: 409,
    title:
      'Your data could not be exported at once: there is too much of it, or the service is too slow right now.',
    fix: 'Try again later. If it fails again, ask the operator of this installation for a copy of your data.',
  },
  LINK_UNKNOWN: {
    status: 404,
    title: 'This link is invalid or incomplete.',
    fix: 'Open it from the e-mail again, or request a new one.',
  },
  LINK_FOR_ANOTHER_ACCOUNT: {
    status: 403,
    title: 'This link belongs to a different account than the one you are signed in to.',
    fix: 'Sign in to the account that the e-mail is about, then open the link again.',
  },
  LINK_USED: {
    status: 410,
    title: 'This link has already been used.',
    fix: 'Request a new one if you still need it.',
  },
  LINK_EXPIRED: {
    status: 410,
    title: 'This link has expired.',
    fix: 'Request a new one.',
  },
} as const satisfies Record<string, ErrorRow>
