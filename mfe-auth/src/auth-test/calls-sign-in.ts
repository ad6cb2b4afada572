import type { CallGroup } from './call.ts'

const SIGNS_IN = 'Signs you in in this browser, in place of whoever is signed in.'
const VERIFICATION = { turnstileToken: 'disabled-for-testing' }
const SIGNED = { walletAddress: '', signature: '', message: '' }

/** Who is here, and every way in. */
export const SIGN_IN_GROUPS: readonly CallGroup[] = [
  {
    title: 'Who is here',
    calls: [
      {
        method: 'GET',
        path: '/api/auth/me',
        says: 'Who the bearer token belongs to.',
        needs: 'session',
      },
      {
        method: 'GET',
        path: '/api/auth/account',
        says: 'The account: every way into it, and what was asked for it.',
        needs: 'session',
      },
      {
        method: 'GET',
        path: '/api/auth/options',
        says: 'What this installation offers at sign-in beside password, wallet and passkey.',
      },
      {
        method: 'GET',
        path: '/api/auth/captcha',
        says: 'The verification that is asked for, and by which calls.',
      },
    ],
  },
  {
    title: 'Sign in',
    calls: [
      {
        method: 'POST',
        path: '/api/auth/login',
        says: 'Signs in with e-mail address and password. The token is the solved verification.',
        body: { email: '', password: '', ...VERIFICATION },
        effect: SIGNS_IN,
        after: 'signs in',
      },
      {
        method: 'POST',
        path: '/api/auth/login/second-factor',
        says: 'The second step: a code of the app, a recovery code or a passkey.',
        body: { id: '', code: '' },
        effect: SIGNS_IN,
        after: 'signs in',
      },
      {
        method: 'POST',
        path: '/api/auth/login/passkey/options',
        says: 'What the browser’s passkey dialog is opened with.',
      },
      {
        method: 'POST',
        path: '/api/auth/login/passkey',
        says: 'Signs in with what the passkey dialog answered.',
        body: { passkey: {} },
        effect: SIGNS_IN,
        after: 'signs in',
      },
      {
        method: 'POST',
        path: '/api/auth/siwe-message',
        says: 'The message a wallet signs; a purpose is sign-in, link or prove.',
        body: { walletAddress: '', purpose: 'sign-in' },
      },
      {
        method: 'POST',
        path: '/api/auth/wallet-auth',
        says: 'Signs in with the message and the wallet’s signature of it.',
        body: { ...SIGNED, ...VERIFICATION },
        effect: SIGNS_IN,
        after: 'signs in',
      },
      {
        method: 'POST',
        path: '/api/auth/practice-wallet',
        says: 'Gives a practice wallet its practice money, on an installation with its own chain.',
        body: { address: '' },
        effect: 'Sends practice money to the address.',
      },
    ],
  },
  {
    title: 'Create an account',
    calls: [
      {
        method: 'POST',
        path: '/api/auth/register',
        says: 'Creates an account with e-mail address and password.',
        body: { email: '', password: '', ...VERIFICATION },
        effect: `Creates an account and mails its address. ${SIGNS_IN}`,
        after: 'signs in',
      },
      {
        method: 'POST',
        path: '/api/auth/register/passkey/options',
        says: 'What the dialog is opened with that makes a passkey for a new account.',
        body: { email: '', ...VERIFICATION },
      },
      {
        method: 'POST',
        path: '/api/auth/register/passkey',
        says: 'Creates the account with what that dialog answered.',
        body: { passkey: {} },
        effect: `Creates an account and mails its address. ${SIGNS_IN}`,
        after: 'signs in',
      },
    ],
  },
  {
    title: 'Outside account',
    calls: [
      {
        method: 'GET',
        path: '/api/auth/provider/start',
        says: 'Leads to the outside provider, and back to the page it is given.',
        query: { returnTo: '/auth-test' },
      },
      {
        method: 'GET',
        path: '/api/auth/provider/callback',
        says: 'Where the provider leads back to, with its answer behind the question mark.',
        query: { code: '', state: '' },
      },
      {
        method: 'POST',
        path: '/api/auth/provider/finish',
        says: 'Signs in with the one-time code the page came back with.',
        body: { code: '' },
        effect: SIGNS_IN,
        after: 'signs in',
      },
      {
        method: 'POST',
        path: '/api/auth/provider/link',
        says: 'Where to go to link an outside account to this one.',
        needs: 'proof',
        body: { returnTo: '/auth-test' },
      },
      {
        method: 'POST',
        path: '/api/auth/provider/link/finish',
        says: 'Links it, with the one-time code the page came back with.',
        needs: 'session',
        body: { code: '' },
        effect: 'The outside account opens this one from then on.',
      },
      {
        method: 'DELETE',
        path: '/api/auth/providers/:id',
        says: 'Takes an outside account out.',
        needs: 'proof',
        effect: 'It no longer opens your account.',
      },
    ],
  },
  {
    title: 'Forgotten password',
    calls: [
      {
        method: 'POST',
        path: '/api/auth/forgot-password',
        says: 'Mails a link for a new password, if there is an account.',
        body: { email: '', ...VERIFICATION },
        effect: 'Sends a mail to the address if an account has it.',
      },
      {
        method: 'POST',
        path: '/api/auth/reset-password/check',
        says: 'Whose the mailed link is and until when it works.',
        body: { token: '' },
      },
      {
        method: 'POST',
        path: '/api/auth/reset-password',
        says: 'Sets the new password.',
        body: { token: '', password: '' },
        effect: 'Changes the password and ends every session of that account.',
      },
    ],
  },
]
