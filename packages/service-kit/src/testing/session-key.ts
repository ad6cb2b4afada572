import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A key pair for session tokens; `publicJwks` is in the format of SESSION_KEYS. */
export type TestSessionKey = {
  kid: string
  privateKey: KeyObject
  privateJwk: string
  publicJwks: string
}

/** Creates a P-256 key pair with the given key id. */
export function makeSessionKey(kid = 'test'): TestSessionKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    kid,
    privateKey,
    privateJwk: encode({ ...privateKey.export({ format: 'jwk' }), kid }),
    publicJwks: encode({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid }] }),
  }
}
