/** Types for the parts of oidc-provider that the tests use; the package includes no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export type Claims = Readonly<Record<string, unknown>>

  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: Readonly<Record<string, unknown>>[]
        claims: Readonly<Record<string, readonly string[]>>
        cookies: { keys: readonly string[] }
        ttl: Readonly<Record<string, number>>
        findAccount: (
          context: unknown,
          id: string,
        ) => { accountId: string; claims: () => Claims } | undefined
      },
    )
    callback(): RequestListener
  }
}
