/** Actions of an identity provider's people, for tests. */
import { ERRORS, type ErrorCode } from '@inkproof/protocol/errors'
import { expect } from '@jest/globals'
import { startProvider, type TestProvider } from './provider.ts'
import { type Sent, startAuth, type TestAuth } from './start.ts'
import { walker } from './walker.ts'

export const ORIGIN = 'http://inkproof.test'
export const CALLBACK = `${ORIGIN}/api/auth/provider/callback`

/** A provider, and a svc-auth that uses it. */
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

export function expectRefused(response: Sent, code: ErrorCode): void {
  const { status } = ERRORS[code]
  expect([response.status, response.headers.get('inkproof-error')]).toEqual([status, code])
}

/** Getters, because both are started after the module is loaded. */
export function providerPeople(auth: () => TestAuth, provider: () => TestProvider) {
  const browser = () => walker(auth(), ORIGIN)
  return {
    browser,
    /** Creates a person at the provider. */
    known: (claims: object = {}): string => {
      const name = crypto.randomUUID()
      const email = `${name}@example.com`
      provider().people.set(name, { email, email_verified: true, ...claims })
      return name
    },
    signInAs: async (name: string, browsing = browser()): Promise<Sent> => {
      const { value } = await browsing.signIn(name)
      return browsing.call(...finish(value))
    },
  }
}
