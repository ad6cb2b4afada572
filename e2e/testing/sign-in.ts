/** For each call that signs in or resets a password, a valid and an invalid input. */
import { passwordCalls } from '@inkproof/protocol/calls/passwords'
import { forgotPassword, recoveryCalls } from '@inkproof/protocol/calls/recovery'
import { signInCalls } from '@inkproof/protocol/calls/sign-in'
import { linkedWalletCalls, linkWallet, walletSignInCalls } from '@inkproof/protocol/calls/wallets'
import { newPerson } from '../support/steps.ts'
import { samplesOf } from './sample.ts'
import { waitForMailedSecret } from './secrets.ts'
import { newWallet } from './wallet.ts'
import { newBrowser, type World } from './world.ts'

const PASSWORD = 'Another-paper-43'
/** The token sent if no verification is required. */
const PLACEHOLDER = 'disabled-for-testing'

/** Requests a password reset link for a new user, and returns its secret. */
async function requestResetToken({
  call,
  newPerson: register,
  solveVerification,
}: World): Promise<string> {
  const { email, headers } = await register()
  const turnstileToken = await solveVerification({ headers })
  await call(forgotPassword, { headers, body: { email, turnstileToken } })
  return waitForMailedSecret(email, 'reset')
}

/** Samples for the calls of svc-auth that sign in with a password or a wallet. */
export const SIGN_IN_SAMPLES = [
  samplesOf(signInCalls, {
    login: {
      valid: async ({ newPerson: register, solveVerification }) => {
        const { email, password, headers } = await register()
        const turnstileToken = await solveVerification({ headers })
        return { headers, body: { email, password, turnstileToken } }
      },
      invalid: async ({ solveVerification }) => {
        const headers = newBrowser()
        const turnstileToken = await solveVerification({ headers })
        return { headers, body: { ...newPerson(), turnstileToken } }
      },
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
      valid: async ({ solveVerification }) => {
        const headers = newBrowser()
        const turnstileToken = await solveVerification({ headers })
        return { headers, body: { email: newPerson().email, turnstileToken } }
      },
      invalid: () => ({ body: { email: newPerson().email, turnstileToken: 'x' } }),
      code: 'VERIFICATION_FAILED',
    },
    checkResetLink: {
      valid: async (world) => ({ body: { token: await requestResetToken(world) } }),
      invalid: () => ({ body: { token: 'x' } }),
      code: 'LINK_UNKNOWN',
    },
    resetPassword: {
      valid: async (world) => ({
        body: { token: await requestResetToken(world), password: PASSWORD },
      }),
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
        const { sign, headers } = newWallet(world)
        return { headers, body: { ...(await sign('sign-in')), turnstileToken: PLACEHOLDER } }
      },
      invalid: async (world) => {
        const { sign } = newWallet(world)
        // A different browser than the one that requested the message.
        return { body: { ...(await sign('sign-in')), turnstileToken: PLACEHOLDER } }
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
        const { sign, headers } = newWallet(world)
        return { as, headers, body: await sign('link') }
      },
      invalid: async (world) => {
        const { sign, headers } = newWallet(world)
        // A signature for another purpose.
        return { headers, body: await sign('sign-in') }
      },
      code: 'WALLET_MESSAGE_REFUSED',
    },
    unlinkWallet: {
      valid: async (world) => {
        const { token: as } = await world.newPerson()
        const { sign, headers, address } = newWallet(world)
        await world.call(linkWallet, { as, headers, body: await sign('link') })
        return { as, params: { address } }
      },
      invalid: (world) => ({ params: { address: newWallet(world).address } }),
      code: 'ITEM_NOT_FOUND',
    },
    reauthenticateWithWallet: {
      valid: async (world) => {
        const { token: as } = await world.newPerson()
        const { sign, headers } = newWallet(world)
        await world.call(linkWallet, { as, headers, body: await sign('link') })
        return { as, headers, body: await sign('prove') }
      },
      invalid: async (world) => {
        const { sign, headers } = newWallet(world)
        return { headers, body: await sign('prove') }
      },
      code: 'WALLET_NOT_YOURS',
    },
  }),
]
