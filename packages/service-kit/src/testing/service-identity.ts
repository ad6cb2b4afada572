import { generateKeyPairSync } from 'node:crypto'
import { readServiceIdentity, readServiceKeys } from '../service-keys.ts'

/** Keys of a test's services: the private key of each by name, and all public keys as SERVICE_KEYS. */
export type TestServices = { keyOf(service: string): string; publicJwks: string }

/** Creates a key pair for each service. */
export function makeServiceKeys(...services: string[]): TestServices {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const pairs = services.map((service) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const kid = `${service}-test`
    const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid, service }
    return {
      service,
      publicJwk,
      privateJwk: encode({ ...privateKey.export({ format: 'jwk' }), kid }),
    }
  })
  return {
    publicJwks: encode({ keys: pairs.map(({ publicJwk }) => publicJwk) }),
    keyOf: (name) => {
      const pair = pairs.find(({ service }) => service === name)
      if (!pair) throw new Error(`${name} has no key in this test`)
      return pair.privateJwk
    },
  }
}

/** The identity with which a service signs its calls. */
export function testIdentity(services: TestServices, service: string) {
  return readServiceIdentity(service, services.keyOf(service), readServiceKeys(services.publicJwks))
}
