/** For each call about outside providers, an input that it takes and one that it refuses. */
import { showAccount } from '@inkproof/protocol/calls/accounts'
import {
  finishProviderLink,
  providerCalls,
  signInOptionCalls,
  startProviderLink,
} from '@inkproof/protocol/calls/providers'
import { walker } from '../../svc-auth/src/testing/walker.ts'
import { samplesOf, withoutInput } from './sample.ts'
import { newBrowser, type World } from './world.ts'

const BACK_TO = { returnTo: '/user-profile' }

/** A browser that can go to the provider and come back. */
function newVisitor({ providerOrigin }: World) {
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
  return { headers, ...walker({ send }, providerOrigin) }
}

/** Sends somebody new to the provider to link an account there, and returns them with the code they come back with. */
async function withLinkCode(world: World) {
  const { token: as } = await world.newPerson()
  const { headers, atProviderAs, land } = newVisitor(world)
  const begun = { as, headers, body: BACK_TO }
  const { location } = await world.make(startProviderLink, begun, world.providerOrigin)
  const { value: code } = await land(await atProviderAs(world.newProviderLogin(), location))
  return { as, headers, body: { code } }
}

/** Samples for the calls that work only where a provider is configured. */
export const PROVIDER_SAMPLES = [
  samplesOf(providerCalls, {
    startProviderSignIn: {
      valid: () => ({ query: BACK_TO }),
      invalid: () => ({ query: { returnTo: 'https://elsewhere.example' } }),
      code: 'INVALID_INPUT',
    },
    returnFromProvider: {
      valid: async (world) => {
        const { headers, call, atProviderAs } = newVisitor(world)
        const start = await call(
          'GET',
          `${providerCalls.startProviderSignIn.path}?returnTo=/verify`,
        )
        const location = start.headers.get('location') ?? ''
        const back = new URL(await atProviderAs(world.newProviderLogin(), location))
        return { headers, query: Object.fromEntries(back.searchParams) }
      },
      // Whatever comes back leads to a page, so only the method can be wrong.
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
      valid: () => ({ body: BACK_TO }),
      invalid: () => ({ body: { returnTo: 'https://elsewhere.example' } }),
      code: 'INVALID_INPUT',
    },
    finishProviderLink: {
      valid: withLinkCode,
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
        const sent = await withLinkCode(world)
        await world.make(finishProviderLink, sent, world.providerOrigin)
        const { providers } = await world.make(showAccount, { as: sent.as })
        return { as: sent.as, params: { id: String(providers[0].id) } }
      },
      invalid: () => ({ params: { id: 'x' } }),
      code: 'ALREADY_GONE',
    },
  }),
]
