import type { ErrorRow } from './row.ts'

/** Errors when signing in and when confirming one's identity. */
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
    title: 'Incorrect e-mail address or password.',
    fix: 'Check both and try again.',
    fields: ['email', 'password'],
  },
  PASSKEY_UNKNOWN: {
    status: 401,
    title: 'No account on this site uses this passkey.',
    fix: 'Choose another passkey, or sign in another way.',
  },
  SIGN_IN_EXPIRED: {
    status: 401,
    title: 'This sign-in took too long or had too many incorrect codes.',
    fix: 'Sign in again from the start.',
  },
  PROVIDER_RETURN_EXPIRED: {
    status: 410,
    title: 'This sign-in took too long, was already used, or was started in another browser.',
    fix: 'Start it again.',
  },
  PROOF_NEEDED: {
    status: 403,
    title: 'You need to confirm your identity to do this.',
    fix: 'Confirm with your password, passkey, wallet or authenticator app, then try again.',
  },
  STRONGER_PROOF_NEEDED: {
    status: 403,
    title:
      'This account has an authenticator app, so a password or wallet alone is not enough here.',
    fix: 'Confirm with a code from the app, a recovery code or a passkey.',
  },
  PASSWORD_WRONG: {
    status: 403,
    title: 'Incorrect password.',
    fix: 'Check it and try again.',
    fields: ['currentPassword'],
  },
  PASSKEY_REFUSED: {
    status: 403,
    title: 'This passkey could not be verified.',
    fix: 'Try again, or use another method.',
  },
  CODE_WRONG: {
    status: 403,
    title: 'This code is incorrect or has already been used.',
    fix: 'Enter the code your app shows now, or an unused recovery code.',
    fields: ['code', 'recoveryCode'],
  },
  WALLET_MESSAGE_REFUSED: {
    status: 400,
    title: 'This signed message cannot be accepted.',
    fix: 'Request a new message and sign it within five minutes, in the same browser.',
  },
  WALLET_SIGNATURE_WRONG: {
    status: 400,
    title: 'The signature is not from this wallet.',
    fix: 'In your wallet, choose the account that you connected, then sign again.',
  },
  WALLET_NOT_YOURS: {
    status: 403,
    title: 'This wallet does not belong to your account.',
    fix: 'Choose a wallet that is listed in your settings.',
  },
} as const satisfies Record<string, ErrorRow>
