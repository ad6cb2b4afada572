/** For each call that signs in or resets a password, an input that it takes and one that it refuses. */
import { passwordCalls } from '@inkproof/protocol/calls/passwords'
import { forgotPassword, recoveryCalls } from '@inkproof/protocol/calls/recovery'
import { signInCalls } from '@inkproof/protocol/calls/sign-in'
import { linkedWalletCalls, linkWallet, walletSignInCalls } from '@inkproof/protocol/calls/wallets'
import { newPerson } from '../support/steps.ts'
import { samplesOf } from './sample.ts'
import { secretMailedTo } from './secrets.ts'
import { newWallet } from './wallet.ts'
import type { World } from './world.ts'

const PASSWORD = 'Another-paper-43'
/** Takes the place of a verification where none is required. */
const PLACEHOLDER = 'disabled-for-testing'

/** Has the link that resets somebody's password mailed to them, and returns its secret. */
async function resetToken({ make, newPerson: register, earnVerification }: World): Promise<string> {
  const { email } = await register()
  await make(forgotPassword, { body: { email, turnstileToken: await earnVerification() } })
  return secretMailedTo(email, 'reset')
}

/** Samples for the calls of svc-auth that sign in with a password or a wallet. */
export const SIGN_IN_SAMPLES = [
  samplesOf(signInCalls, {
    login: {
      valid: async ({ newPerson: register, earnVerification }) => {
        const { email, password } = await register()
        return { body: { email, password, turnstileToken: await earnVerification() } }
      },
      invalid: async ({ earnVerification }) => ({
        body: { ...newPerson(), turnstileToken: await earnVerification() },
      }),
      code: 'CREDENTIALS_WRONG',
    },
    register: {
      valid: () => ({ body: { ...newPerson(), turnstileToken: PLACEHOLDER } }),
      invalid: () => ({
        body: { ...newPerson(), password: 'short', turnstileToken: PLACEHOLDER },
      }),
      code: 'PASSWORD_TOO_SHORT',
    },
  }),
  samplesOf(recoveryCalls, {
    forgotPassword: {
      valid: async ({ earnVerification }) => ({
        body: { email: newPerson().email, turnstileToken: await earnVerification() },
      }),
      invalid: () => ({ body: { email: newPerson().email, turnstileToken: 'x' } }),
      code: 'VERIFICATION_FAILED',
    },
    checkResetLink: {
      valid: async (world) => ({ body: { token: await resetToken(world) } }),
      invalid: () => ({ body: { token: 'x' } }),
      code: 'LINK_UNKNOWN',
    },
    resetPassword: {
      valid: async (world) => ({ body: { token: await resetToken(world), password: PASSWORD } }),
      invalid: () => ({ body: { token: 'x', password: PASSWORD } }),
      code: 'LINK_UNKNOWN',
    },
  }),
  samplesOf(passwordCalls, {
    setPassword: {
      valid: async ({ newPerson: register }) => {
        const { token: as, password: currentPassword } = await register()
        return { as, body: { currentPassword, newPassword: PASSWORD } }
      },
      invalid: () => ({ body: { currentPassword: 'wrong', newPassword: PASSWORD } }),
      code: 'PASSWORD_WRONG',
    },
  }),
  samplesOf(walletSignInCalls, {
    createWalletMessage: {
      valid: (world) => ({ body: { walletAddress: newWallet(world).address } }),
      invalid: () => ({ body: { walletAddress: '0x0' } }),
      code: 'INVALID_INPUT',
    },
    signInWithWallet: {
      valid: async (world) => {
        const { signed, headers } = newWallet(world)
        return { headers, body: { ...(await signed('sign-in')), turnstileToken: PLACEHOLDER } }
      },
      invalid: async (world) => {
        const { signed } = newWallet(world)
        // Another browser than the one that requested the message.
        return { body: { ...(await signed('sign-in')), turnstileToken: PLACEHOLDER } }
      },
      code: 'WALLET_MESSAGE_REFUSED',
    },
    fundPracticeWallet: {
      valid: (world) => ({ body: { address: newWallet(world).address } }),
      invalid: () => ({ body: { address: '0x0' } }),
      code: 'INVALID_INPUT',
    },
  }),
  samplesOf(linkedWalletCalls, {
    linkWallet: {
      valid: async (world) => {
        const { token: as } = await world.newPerson()
        const { signed, headers } = newWallet(world)
        return { as, headers, body: await signed('link') }
      },
      invalid: async (world) => {
        const { signed, headers } = newWallet(world)
        // A signature for another purpose.
        return { headers, body: await signed('sign-in') }
      },
      code: 'WALLET_MESSAGE_REFUSED',
    },
    unlinkWallet: {
      valid: async (world) => {
        const { token: as } = await world.newPerson()
        const { signed, headers, address } = newWallet(world)
        await world.make(linkWallet, { as, headers, body: await signed('link') })
        return { as, params: { address } }
      },
      invalid: (world) => ({ params: { address: newWallet(world).address } }),
      code: 'ALREADY_GONE',
    },
    proveByWallet: {
      valid: async (world) => {
        const { token: as } = await world.newPerson()
        const { signed, headers } = newWallet(world)
        await world.make(linkWallet, { as, headers, body: await signed('link') })
        return { as, headers, body: await signed('prove') }
      },
      invalid: async (world) => {
        const { signed, headers } = newWallet(world)
        return { headers, body: await signed('prove') }
      },
      code: 'WALLET_NOT_YOURS',
    },
  }),
]
