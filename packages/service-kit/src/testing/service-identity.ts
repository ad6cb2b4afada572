import { generateKeyPairSync } from 'node:crypto'
import { readServiceIdentity, readServiceKeys } from '../service-keys.ts'

/** Services of a test: the private key of each by its name, and SERVICE_KEYS with all public halves. */
export type TestServices = { keyOf(service: string): string; publicJwks: string }

/** Makes a key pair for each service. */
export function makeServiceKeys(...services: string[]): TestServices {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const pairs = services.map((service) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const kid = `${service}-test`
    const shown = { ...publicKey.export({ format: 'jwk' }), kid, service }
    return { service, shown, secret: encode({ ...privateKey.export({ format: 'jwk' }), kid }) }
  })
  return {
    publicJwks: encode({ keys: pairs.map(({ shown }) => shown) }),
    keyOf: (wanted) => {
      const found = pairs.find(({ service }) => service === wanted)
      if (!found) throw new Error(`${wanted} has no key in this test`)
      return found.secret
    },
  }
}

/** A service's name and private key, as it signs its calls with them. */
export function testIdentity(services: TestServices, service: string) {
  return readServiceIdentity(service, services.keyOf(service), readServiceKeys(services.publicJwks))
}
