import type { ErrorRow } from './row.ts'

/** Errors of signing in and confirming one's identity. */
export const SIGN_IN_ERRORS = {
  SIGN_IN_REQUIRED: {
    status: 401,
    title: 'You are not signed in.',
    fix: 'Sign in, then retry.',
  },
  SESSION_ENDED: {
    status: 401,
    title: 'Your session has ended.',
    fix: 'Sign in again.',
  },
  CREDENTIALS_WRONG: {
    status: 401,
    title: 'The e-mail address or the password is not right.',
    fix: 'Check both and try again.',
    fields: ['email', 'password'],
  },
  PASSKEY_UNKNOWN: {
    status: 401,
    title: 'This passkey opens no account here.',
    fix: 'Choose another one, or sign in another way.',
  },
  SIGN_IN_EXPIRED: {
    status: 401,
    title: 'This sign-in took too long or had too many wrong codes.',
    fix: 'Sign in again from the start.',
  },
  PROVIDER_RETURN_EXPIRED: {
    status: 410,
    title: 'This sign-in took too long, was used already, or was begun in another browser.',
    fix: 'Start it again.',
  },
  PROOF_NEEDED: {
    status: 403,
    title: 'This needs you to show again that it is you.',
    fix: 'Confirm with your password, passkey, wallet or authenticator app, then retry.',
  },
  STRONGER_PROOF_NEEDED: {
    status: 403,
    title:
      'This account has an authenticator app, so a password or wallet alone is not enough here.',
    fix: 'Confirm with a code of the app, a recovery code or a passkey.',
  },
  PASSWORD_WRONG: {
    status: 403,
    title: 'The password is not right.',
    fix: 'Check it and try again.',
    fields: ['currentPassword'],
  },
  PASSKEY_REFUSED: {
    status: 403,
    title: 'This passkey could not be checked.',
    fix: 'Try again, or use another way.',
  },
  CODE_WRONG: {
    status: 403,
    title: 'This code is not right, or was used already.',
    fix: 'Type the one that your app shows now, or a recovery code that you have not used.',
    fields: ['code', 'recoveryCode'],
  },
  WALLET_MESSAGE_REFUSED: {
    status: 400,
    title: 'This signed message is not one we take.',
    fix: 'Ask for a new message and sign it within five minutes, in the same browser.',
  },
  WALLET_SIGNATURE_WRONG: {
    status: 400,
    title: 'The signature is not by this wallet.',
    fix: 'Choose the account in your wallet that you connected, then sign again.',
  },
  WALLET_NOT_YOURS: {
    status: 403,
    title: 'This wallet does not belong to your account.',
    fix: 'Choose a wallet that is listed in your settings.',
  },
} as const satisfies Record<string, ErrorRow>
