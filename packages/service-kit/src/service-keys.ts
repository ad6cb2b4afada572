import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import {
  fromBase64UrlJson,
  PublicJwk,
  readPrivateJwk,
  type SigningKey,
  toPublicKey,
} from './jwk.ts'

/** Public keys of services by key id, each with the name of its service. */
export type ServiceKeys = ReadonlyMap<string, { service: string; key: KeyObject }>

/** The name and private key with which a service signs its calls. */
export type ServiceIdentity = SigningKey & { service: string }

/** RFC 7517 section 4 allows additional members: `service` names the owner. */
const ServiceJwks = z.object({
  keys: z.array(PublicJwk.extend({ service: z.string().min(1) })).min(1),
})

/**
 * Reads SERVICE_KEYS: base64url of a JWKS with the public P-256 keys of all services, each with a `kid` and the
 * name of its `service`. A service has several while its key is being rotated.
 *
 * @throws Error that names the violated rule, without the value
 */
export function readServiceKeys(encoded: string): ServiceKeys {
  const parsed = ServiceJwks.safeParse(fromBase64UrlJson(encoded))
  if (!parsed.success)
    throw new Error('SERVICE_KEYS: expected a JWKS of public P-256 keys, each with kid and service')
  return new Map(
    parsed.data.keys.map((jwk) => [jwk.kid, { service: jwk.service, key: toPublicKey(jwk) }]),
  )
}

/**
 * Reads SERVICE_KEY, the private key of this service, and checks that SERVICE_KEYS contains its public key under this
 * service's name, because otherwise every call would be rejected.
 *
 * @throws Error that names the variable and the rule, without the value.
 */
export function readServiceIdentity(
  service: string,
  serviceKey: string,
  keys: ServiceKeys,
): ServiceIdentity {
  const signing = readPrivateJwk(serviceKey)
  if (!signing)
    throw new Error('SERVICE_KEY: expected a private P-256 JWK with a kid, as base64url')
  const published = keys.get(signing.kid)
  if (published?.service !== service || !published.key.equals(createPublicKey(signing.key))) {
    throw new Error(`SERVICE_KEYS: the public key of SERVICE_KEY is missing for ${service}`)
  }
  return { service, ...signing }
}
