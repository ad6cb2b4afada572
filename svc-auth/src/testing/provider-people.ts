/** Creates people at an identity provider and signs them in, for tests. */
import { ERRORS, type ErrorCode } from '@inkproof/protocol/errors'
import { expect } from '@jest/globals'
import { startProvider, type TestProvider } from './provider.ts'
import { createRedirectBrowser } from './redirect-browser.ts'
import { startAuth, type TestAuth, type TestResponse } from './start.ts'

export const ORIGIN = 'http://inkproof.test'
export const CALLBACK = `${ORIGIN}/api/auth/provider/callback`

/** Starts a provider, and a svc-auth that uses it. */
export async function startWithProvider() {
  const provider = await startProvider(CALLBACK)
  const auth = await startAuth({ env: { PUBLIC_ORIGIN: ORIGIN, ...provider.env } })
  const stop = async () => {
    await auth.stop()
    await provider.stop()
  }
  return { provider, auth, stop }
}

export const finish = (code: string) => ['POST', '/api/auth/provider/finish', { code }] as const

export function expectRefused(response: TestResponse, code: ErrorCode): void {
  const { status } = ERRORS[code]
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([status, code])
}

/**
 * Creates functions that add people to the provider and sign them in. Takes getters, because tests call this before the
 * service and the provider have started.
 */
export function providerPeople(auth: () => TestAuth, provider: () => TestProvider) {
  const browser = () => createRedirectBrowser(auth(), ORIGIN)
  return {
    browser,
    /** Creates a person at the provider. */
    addPerson: (claims: object = {}): string => {
      const name = crypto.randomUUID()
      const email = `${name}@example.com`
      provider().people.set(name, { email, email_verified: true, ...claims })
      return name
    },
    signInAs: async (name: string, visitor = browser()): Promise<TestResponse> => {
      const { value } = await visitor.signIn(name)
      return visitor.call(...finish(value))
    },
  }
}
