/** For each call about passkeys and second factors, a valid and an invalid input. */
import {
  authenticatorAppCalls,
  confirmApp,
  reauthenticationCalls,
  secondFactorCalls,
  setUpApp,
} from '@inkproof/protocol/calls/factors'
import {
  addPasskey,
  passkeyCalls,
  passkeySignInCalls,
  startAddingPasskey,
  startPasskeySignIn,
  startPasskeySignUp,
} from '@inkproof/protocol/calls/passkeys'
import { login } from '@inkproof/protocol/calls/sign-in'
import { createSoftPasskey } from '../../svc-auth/src/testing/authenticator.ts'
import { generateCode } from '../support/factors.ts'
import { samplesOf, withoutInput, withSession } from './sample.ts'
import type { World } from './world.ts'

/** Creates a user with the secret of an unconfirmed authenticator app. */
async function createPersonWithAppSecret({ call, newPerson }: World) {
  const person = await newPerson()
  const { secret } = await call(setUpApp, { as: person.token })
  return { ...person, secret: String(secret) }
}

/** Creates a user with an authenticator app. */
async function createPersonWithApp(world: World) {
  const { secret, ...person } = await createPersonWithAppSecret(world)
  const body = { code: generateCode(secret) }
  const { recoveryCodes } = await world.call(confirmApp, { as: person.token, body })
  return { ...person, recoveryCodes: recoveryCodes as string[] }
}

/** Creates a user and a passkey in their browser, without adding it to the account. */
async function createPersonAndPasskey({ call, newPerson, origin }: World) {
  const person = await newPerson()
  const { token: as, headers } = person
  const device = createSoftPasskey(origin)
  const passkey = device.create(await call(startAddingPasskey, { as, headers }))
  return { ...person, device, passkey }
}

/** Creates a user with a passkey. */
async function createPersonWithPasskey(world: World) {
  const { passkey, ...person } = await createPersonAndPasskey(world)
  const { token: as, headers } = person
  await world.call(addPasskey, { as, headers, body: { passkey } })
  return person
}

/** Returns a browser's response with a passkey that the service does not know. */
async function createUnknownPasskey({ call, origin, newPerson }: World) {
  const { headers } = await newPerson()
  const passkey = createSoftPasskey(origin).use(await call(startPasskeySignIn, { headers }))
  return { headers, body: { passkey } }
}

/** Samples for the calls of svc-auth about passkeys, authenticator apps and reauthentication. */
export const FACTOR_SAMPLES = [
  samplesOf(passkeySignInCalls, {
    startPasskeySignIn: withoutInput,
    signInWithPasskey: {
      valid: async (world) => {
        const { device, headers } = await createPersonWithPasskey(world)
        const passkey = device.use(await world.call(startPasskeySignIn, { headers }))
        return { headers, body: { passkey } }
      },
      invalid: createUnknownPasskey,
      code: 'PASSKEY_UNKNOWN',
    },
    startPasskeySignUp: {
      valid: () => ({ body: { turnstileToken: 'disabled-for-testing' } }),
      invalid: () => ({ body: { email: 'x' } }),
      code: 'INVALID_INPUT',
    },
    signUpWithPasskey: {
      valid: async ({ call, newPerson, origin }) => {
        const { headers } = await newPerson()
        const body = { turnstileToken: 'disabled-for-testing' }
        const options = await call(startPasskeySignUp, { headers, body })
        return { headers, body: { passkey: createSoftPasskey(origin).create(options) } }
      },
      invalid: () => ({ body: { passkey: {} } }),
      code: 'INVALID_INPUT',
    },
  }),
  samplesOf(passkeyCalls, {
    startAddingPasskey: withSession,
    addPasskey: {
      valid: async (world) => {
        const { token: as, headers, passkey } = await createPersonAndPasskey(world)
        return { as, headers, body: { passkey } }
      },
      invalid: async (world) => {
        const { token: as, passkey } = await createPersonAndPasskey(world)
        // A different browser than the one that requested the options.
        return { as, body: { passkey } }
      },
      code: 'PASSKEY_REFUSED',
    },
    renamePasskey: {
      valid: async (world) => {
        const { token: as, device } = await createPersonWithPasskey(world)
        return { as, params: { id: device.id }, body: { name: 'Desk' } }
      },
      invalid: () => ({ params: { id: 'x' }, body: { name: 'Desk' } }),
      code: 'ITEM_NOT_FOUND',
    },
    removePasskey: {
      valid: async (world) => {
        const { token: as, device } = await createPersonWithPasskey(world)
        return { as, params: { id: device.id } }
      },
      invalid: () => ({ params: { id: 'x' } }),
      code: 'ITEM_NOT_FOUND',
    },
  }),
  samplesOf(secondFactorCalls, {
    confirmSecondFactor: {
      valid: async (world) => {
        const { email, password, headers, recoveryCodes } = await createPersonWithApp(world)
        const body = { email, password, turnstileToken: await world.solveVerification({ headers }) }
        const { secondFactor } = await world.call(login, { headers, body })
        const recoveryCode = recoveryCodes[0] ?? ''
        return { headers, body: { id: String(secondFactor.id), recoveryCode } }
      },
      invalid: () => ({ body: { id: 'x', code: '123456' } }),
      code: 'SIGN_IN_EXPIRED',
    },
  }),
  samplesOf(reauthenticationCalls, {
    reauthenticateWithFactor: {
      valid: async ({ newPerson }) => {
        const { token: as, password } = await newPerson()
        return { as, body: { password } }
      },
      invalid: () => ({ body: { password: 'wrong' } }),
      code: 'PASSWORD_WRONG',
    },
    startPasskeyReauthentication: {
      valid: async (world) => ({ as: (await createPersonWithPasskey(world)).token }),
      invalid: () => ({}),
      code: 'NOT_FOUND',
    },
  }),
  samplesOf(authenticatorAppCalls, {
    setUpApp: {
      valid: async ({ newPerson }) => ({ as: (await newPerson()).token }),
      invalid: async (world) => ({ as: (await createPersonWithApp(world)).token }),
      code: 'AUTHENTICATOR_APP_EXISTS',
    },
    confirmApp: {
      valid: async (world) => {
        const { token: as, secret } = await createPersonWithAppSecret(world)
        return { as, body: { code: generateCode(secret) } }
      },
      invalid: () => ({ body: { code: 'x' } }),
      code: 'INVALID_INPUT',
    },
    removeApp: {
      valid: async (world) => ({ as: (await createPersonWithApp(world)).token }),
      invalid: () => ({}),
      code: 'NO_AUTHENTICATOR_APP',
    },
    renewRecoveryCodes: {
      valid: async (world) => ({ as: (await createPersonWithApp(world)).token }),
      invalid: () => ({}),
      code: 'NO_AUTHENTICATOR_APP',
    },
    removePassword: {
      valid: async (world) => ({ as: (await createPersonWithPasskey(world)).token }),
      invalid: () => ({}),
      code: 'LAST_SIGN_IN_METHOD',
    },
  }),
]
