/**
 * Keys with which services sign their calls to each other: one private key for each service of parts.json, and all
 * public keys with the names of their services (docs/decisions/services-sign-their-calls.md).
 */
import { SERVICES, type Service } from './services.ts'
import { asBase64UrlJson, createSigningKeyPair } from './signing-key-pair.ts'

/** The variable that docker-compose.yml passes to a service as SERVICE_KEY, such as `SERVICE_KEY_AUTH`. */
type ServiceKeyName = `SERVICE_KEY_${string}`

export type ServiceKeys = Readonly<Record<ServiceKeyName | 'SERVICE_KEYS', string>>

/** The names of all variables that contain service keys. */
export const SERVICE_KEY_NAMES = [...SERVICES.map(keyNameFor), 'SERVICE_KEYS'] as const

type Jwks = { keys: object[] }

/**
 * Returns the existing service keys, and new ones for services that have none. Existing public keys stay listed, so
 * that a key can be replaced while tokens of the previous one are still accepted.
 */
export function withServiceKeys(found: Readonly<Record<string, string>>): ServiceKeys {
  const pairs = SERVICES.filter((service) => !(keyNameFor(service) in found)).map((service) => ({
    service,
    ...createSigningKeyPair(),
  }))
  const listed: Jwks = found['SERVICE_KEYS']
    ? JSON.parse(Buffer.from(found['SERVICE_KEYS'], 'base64url').toString())
    : { keys: [] }
  const added = pairs.map(({ service, publicJwk }) => ({
    ...publicJwk,
    service: service.folder,
  }))
  const existing = SERVICES.flatMap((service) => {
    const value = found[keyNameFor(service)]
    return value === undefined ? [] : [[keyNameFor(service), value]]
  })
  return {
    ...Object.fromEntries(existing),
    ...Object.fromEntries(
      pairs.map(({ service, privateJwk }) => [keyNameFor(service), asBase64UrlJson(privateJwk)]),
    ),
    SERVICE_KEYS: asBase64UrlJson({ keys: [...listed.keys, ...added] }),
  }
}

function keyNameFor({ variable }: Service): ServiceKeyName {
  return `SERVICE_KEY_${variable}`
}
