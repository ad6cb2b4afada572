/** A software passkey for tests, with real keys and signatures. Tests can falsify any field. */
import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '@inkproof/protocol/factors'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The values to use instead of the correct ones. */
export type Forgery = {
  origin?: string
  rpId?: string
  crossOrigin?: boolean
  /** Bits of the authenticator data: 1 present, 4 verified. */
  flags?: number
  counter?: number
  userHandle?: string
  type?: string
  /** Signs with a different key. */
  key?: KeyObject
}

export type SoftPasskey = ReturnType<typeof createSoftPasskey>

const PRESENT_AND_VERIFIED = 5
const HAS_CREDENTIAL = 64

/** Creates a passkey on a new device. */
export function createSoftPasskey(origin: string, id = randomBytes(32).toString('base64url')) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let handle = ''
  let counter = 0
  const clientData = (type: string, challenge: string, forgery: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type: forgery.type ?? type,
        challenge,
        origin: forgery.origin ?? origin,
        crossOrigin: forgery.crossOrigin ?? false,
      }),
    )

  function create(
    options: PublicKeyCredentialCreationOptionsJSON,
    forgery: Forgery = {},
  ): PasskeyRegistration {
    handle = options.user.id
    const header = authenticatorData(
      forgery.rpId ?? options.rp.id ?? '',
      forgery,
      HAS_CREDENTIAL,
      forgery.counter ?? counter,
    )
    const authData = Buffer.concat([header, attestedCredentialData(id, publicKey)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    const encoded = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, forgery).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(encoded).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  function use(
    options: Pick<PublicKeyCredentialRequestOptionsJSON, 'challenge' | 'rpId'>,
    forgery: Forgery = {},
  ): PasskeyAssertion {
    counter += 1
    const authData = authenticatorData(
      forgery.rpId ?? options.rpId ?? '',
      forgery,
      0,
      forgery.counter ?? counter,
    )
    const json = clientData('webauthn.get', options.challenge, forgery)
    const signed = Buffer.concat([authData, createHash('sha256').update(json).digest()])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: json.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signBytes('sha256', signed, forgery.key ?? privateKey).toString('base64url'),
        userHandle: forgery.userHandle ?? handle,
      },
    }
  }

  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return { id, jwk: { kty: 'EC', crv: 'P-256', x, y }, create, use }
}

/** Encodes the hash of the relying party's id, the flags and the counter (WebAuthn 3, §6.1). */
function authenticatorData(
  rpId: string,
  forgery: Forgery,
  extraFlags: number,
  counter: number,
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const flags = Buffer.of((forgery.flags ?? PRESENT_AND_VERIFIED) | extraFlags)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, count])
}

/** Encodes the AAGUID, credential id and COSE key (WebAuthn 3, §6.5.1). */
function attestedCredentialData(id: string, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'))
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]) as Parameters<typeof isoCBOR.encode>[0],
  )
  const credentialId = Buffer.from(id, 'base64url')
  const size = Buffer.alloc(2)
  size.writeUInt16BE(credentialId.length)
  return Buffer.concat([Buffer.alloc(16), size, credentialId, Buffer.from(key)])
}
