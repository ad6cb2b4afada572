/** A real OpenID Connect provider for tests. It accepts any registered name and any password, then asks for consent. */
import { createServer } from 'node:http'
import { freePort } from '@inkproof/service-kit/testing/fixture'
import { type Claims, Provider } from 'oidc-provider'

export type TestProvider = Awaited<ReturnType<typeof startProvider>>

export const CLIENT = { id: 'inkproof', secret: 'a secret of the client, for tests' }

/**
 * Starts a provider that redirects to `redirectUri`. `people` contains the claims of each name and may be changed.
 */
export async function startProvider(redirectUri: string) {
  const people = new Map<string, Claims>()
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const provider = withoutConsole(
    () =>
      new Provider(issuer, {
        clients: [
          { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] },
        ],
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['given_name', 'family_name'],
        },
        cookies: { keys: ['a key of its cookies, for tests'] },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        findAccount: (_context, id) => {
          const claims = people.get(id)
          return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) }
        },
      }),
  )
  const server = createServer(provider.callback())
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    people,
    /** The settings for a svc-auth that uses this provider. */
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example',
    },
    /** From now on, accepts connections but never responds. */
    hang: () => {
      server.removeAllListeners('request')
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Suppresses the library's warnings that its development settings are not for production. */
function withoutConsole<T>(create: () => T): T {
  const { info, warn } = console
  Object.assign(console, { info: () => undefined, warn: () => undefined })
  try {
    return create()
  } finally {
    Object.assign(console, { info, warn })
  }
}
