/**
 * Signing keys of the services that call each other: one private key a service, and the public halves of all
 * under the names of their services (docs/decisions/services-sign-their-calls.md).
 */
import { asBase64UrlJson, signingKeyPair } from './signing-key-pair.ts'

/** Adding a service that calls or answers others is one line here. */
const SERVICES = ['svc-auth', 'svc-documents']

/** What docker-compose.yml hands to a service as its SERVICE_KEY: `SERVICE_KEY_AUTH` for `svc-auth`. */
type ServiceKeyName = `SERVICE_KEY_${string}`

export type ServiceKeys = Readonly<Record<ServiceKeyName | 'SERVICE_KEYS', string>>

/** The names of all variables that carry service keys. */
export const SERVICE_KEY_NAMES = [...SERVICES.map(nameFor), 'SERVICE_KEYS'] as const

type Jwks = { keys: object[] }

/**
 * The service keys that are found, and new ones for services that never had one. Public keys that are found
 * stay listed, so that a key can be replaced while tokens of the one before are still accepted.
 */
export function withServiceKeys(found: Readonly<Record<string, string>>): ServiceKeys {
  const pairs = SERVICES.filter((service) => !(nameFor(service) in found)).map((service) => ({
    service,
    ...signingKeyPair(),
  }))
  const listed: Jwks = found['SERVICE_KEYS']
    ? JSON.parse(Buffer.from(found['SERVICE_KEYS'], 'base64url').toString())
    : { keys: [] }
  const added = pairs.map(({ service, publicJwk }) => ({ ...publicJwk, service }))
  const kept = SERVICES.flatMap((service) => {
    const value = found[nameFor(service)]
    return value === undefined ? [] : [[nameFor(service), value]]
  })
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(
      pairs.map(({ service, privateJwk }) => [nameFor(service), asBase64UrlJson(privateJwk)]),
    ),
    SERVICE_KEYS: asBase64UrlJson({ keys: [...listed.keys, ...added] }),
  }
}

function nameFor(service: string): ServiceKeyName {
  return `SERVICE_KEY_${service.replace('svc-', '').toUpperCase()}`
}
