/** For each call about external providers, a valid and an invalid input. */
import { showAccount } from '@inkproof/protocol/calls/accounts'
import {
  finishProviderLink,
  providerCalls,
  signInOptionCalls,
  startProviderLink,
} from '@inkproof/protocol/calls/providers'
import { createRedirectBrowser } from '../../svc-auth/src/testing/redirect-browser.ts'
import { samplesOf, withoutInput } from './sample.ts'
import { newBrowser, type World } from './world.ts'

const RETURN_TO = { returnTo: '/user-profile' }

/** Creates a browser that can follow the redirects to the provider and back. */
function newVisitor({ origin, providerOrigin }: World) {
  const headers = newBrowser()
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(providerOrigin + path, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      headers: response.headers,
      body: () => JSON.parse(text),
    }
  }
  return { headers, ...createRedirectBrowser({ send }, origin) }
}

/** Sends a new user to the provider to link an account; returns the user with the code from the provider. */
async function createPersonWithLinkCode(world: World) {
  const { token: as } = await world.newPerson()
  const { headers, signInAtProvider, followCallback } = newVisitor(world)
  const request = { as, headers, body: RETURN_TO }
  const { location } = await world.call(startProviderLink, request, world.providerOrigin)
  const { value: code } = await followCallback(
    await signInAtProvider(world.newProviderLogin(), location),
  )
  return { as, headers, body: { code } }
}

/** Samples for the calls that require a configured provider. */
export const PROVIDER_SAMPLES = [
  samplesOf(providerCalls, {
    startProviderSignIn: {
      valid: () => ({ query: RETURN_TO }),
      invalid: () => ({ query: { returnTo: 'https://elsewhere.example' } }),
      code: 'INVALID_INPUT',
    },
    returnFromProvider: {
      valid: async (world) => {
        const { headers, call, signInAtProvider } = newVisitor(world)
        const start = await call(
          'GET',
          `${providerCalls.startProviderSignIn.path}?returnTo=/verify`,
        )
        const location = start.headers.get('location') ?? ''
        const back = new URL(await signInAtProvider(world.newProviderLogin(), location))
        return { headers, query: Object.fromEntries(back.searchParams) }
      },
      // Every response from the provider leads to a page, so only the method can be invalid.
      invalid: () => ({ method: 'DELETE' }),
      code: 'METHOD_NOT_ALLOWED',
    },
    finishProviderSignIn: {
      valid: async (world) => {
        const { headers, signIn } = newVisitor(world)
        const { value: code } = await signIn(world.newProviderLogin())
        return { headers, body: { code } }
      },
      invalid: () => ({ body: { code: 'x' } }),
      code: 'PROVIDER_RETURN_EXPIRED',
    },
    startProviderLink: {
      valid: () => ({ body: RETURN_TO }),
      invalid: () => ({ body: { returnTo: 'https://elsewhere.example' } }),
      code: 'INVALID_INPUT',
    },
    finishProviderLink: {
      valid: createPersonWithLinkCode,
      invalid: () => ({ body: { code: 'x' } }),
      code: 'PROVIDER_RETURN_EXPIRED',
    },
  }),
]

/** Samples for the calls about providers that work on every installation. */
export const SIGN_IN_OPTION_SAMPLES = [
  samplesOf(signInOptionCalls, {
    showSignInOptions: withoutInput,
    unlinkProvider: {
      valid: async (world) => {
        const request = await createPersonWithLinkCode(world)
        await world.call(finishProviderLink, request, world.providerOrigin)
        const { providers } = await world.call(showAccount, { as: request.as })
        return { as: request.as, params: { id: String(providers[0].id) } }
      },
      invalid: () => ({ params: { id: 'x' } }),
      code: 'ITEM_NOT_FOUND',
    },
  }),
]
