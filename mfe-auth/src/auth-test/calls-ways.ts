import type { CallGroup } from './call.ts'

const SIGNED = { walletAddress: '', signature: '', message: '' }

/** Proofs that it is still them, and the ways into the account one has. */
export const WAY_GROUPS: readonly CallGroup[] = [
  {
    title: 'Prove that it is you',
    calls: [
      {
        method: 'POST',
        path: '/api/auth/prove',
        says: 'Proves it by password, code or passkey. Calls that need a proof then run for ten minutes.',
        needs: 'session',
        body: { password: '' },
      },
      {
        method: 'POST',
        path: '/api/auth/prove/options',
        says: 'What the browser’s passkey dialog is opened with to prove it.',
        needs: 'session',
      },
      {
        method: 'POST',
        path: '/api/auth/prove/wallet',
        says: 'Proves it by a linked wallet’s signature.',
        needs: 'session',
        body: SIGNED,
      },
    ],
  },
  {
    title: 'Password',
    calls: [
      {
        method: 'POST',
        path: '/api/auth/password',
        says: 'Sets another password, or the first one of an account without.',
        needs: 'session',
        body: { currentPassword: '', newPassword: '' },
        effect: 'Changes your password and ends your other sessions.',
      },
      {
        method: 'DELETE',
        path: '/api/auth/password',
        says: 'Does without a password, where there is another way in.',
        needs: 'proof',
        effect: 'Your password no longer opens your account.',
      },
    ],
  },
  {
    title: 'Passkeys',
    calls: [
      {
        method: 'POST',
        path: '/api/auth/passkeys/options',
        says: 'What the dialog is opened with that makes a further passkey.',
        needs: 'proof',
      },
      {
        method: 'POST',
        path: '/api/auth/passkeys',
        says: 'Adds the passkey that dialog made.',
        needs: 'proof',
        body: { passkey: {} },
        effect: 'The passkey opens your account from then on.',
      },
      {
        method: 'PATCH',
        path: '/api/auth/passkeys/:id',
        says: 'Gives a passkey another name.',
        needs: 'session',
        body: { name: '' },
        effect: 'The passkey is called that in your settings.',
      },
      {
        method: 'DELETE',
        path: '/api/auth/passkeys/:id',
        says: 'Takes a passkey out.',
        needs: 'proof',
        effect: 'It no longer opens your account.',
      },
    ],
  },
  {
    title: 'Authenticator app',
    calls: [
      {
        method: 'POST',
        path: '/api/auth/app',
        says: 'Begins: the secret for the app. Nothing counts until a code confirms it.',
        needs: 'proof',
      },
      {
        method: 'POST',
        path: '/api/auth/app/confirm',
        says: 'Turns the second step on, and answers the recovery codes, once.',
        needs: 'proof',
        body: { code: '' },
        effect: 'Signing in asks for a code of the app from then on.',
      },
      {
        method: 'DELETE',
        path: '/api/auth/app',
        says: 'Turns the second step off.',
        needs: 'proof',
        effect: 'Signing in no longer asks for a code, and the recovery codes are gone.',
      },
      {
        method: 'POST',
        path: '/api/auth/recovery-codes',
        says: 'Ten new recovery codes, shown once.',
        needs: 'proof',
        effect: 'The recovery codes you have stop working.',
      },
    ],
  },
  {
    title: 'Wallets',
    calls: [
      {
        method: 'POST',
        path: '/api/auth/wallets',
        says: 'Links a wallet that signed a message for it.',
        needs: 'proof',
        body: SIGNED,
        effect: 'The wallet opens your account from then on.',
      },
      {
        method: 'DELETE',
        path: '/api/auth/wallets/:address',
        says: 'Takes a wallet out.',
        needs: 'proof',
        effect: 'It no longer opens your account.',
      },
    ],
  },
  {
    title: 'Sessions',
    calls: [
      {
        method: 'GET',
        path: '/api/auth/sessions',
        says: 'Where you are signed in.',
        needs: 'session',
      },
      {
        method: 'DELETE',
        path: '/api/auth/sessions/:id',
        says: 'Ends one session.',
        needs: 'session',
        effect: 'That browser is signed out at once.',
      },
      {
        method: 'DELETE',
        path: '/api/auth/sessions',
        says: 'Ends every session but this one.',
        needs: 'session',
        effect: 'Every other browser is signed out at once.',
      },
      {
        method: 'POST',
        path: '/api/auth/logout',
        says: 'Ends the session this browser holds.',
        needs: 'session',
        effect: 'Signs you out.',
        after: 'signs out',
      },
    ],
  },
]
