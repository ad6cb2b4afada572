/** A software passkey for tests: real keys and signatures, and any lie a test needs. */
import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'
import type { PasskeyCreated, PasskeyUsed } from '@inkproof/protocol/factors'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What can be falsified. */
export type Lie = {
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

export type SoftPasskey = ReturnType<typeof softPasskey>

const PRESENT_AND_VERIFIED = 5
const HAS_CREDENTIAL = 64

/** Creates a passkey on a new device. */
export function softPasskey(origin: string, id = randomBytes(32).toString('base64url')) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let handle = ''
  let counter = 0
  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge,
        origin: lie.origin ?? origin,
        crossOrigin: lie.crossOrigin ?? false,
      }),
    )

  function create(asked: PublicKeyCredentialCreationOptionsJSON, lie: Lie = {}): PasskeyCreated {
    handle = asked.user.id
    const head = headOf(lie.rpId ?? asked.rp.id ?? '', lie, HAS_CREDENTIAL, lie.counter ?? counter)
    const authData = Buffer.concat([head, attested(id, publicKey)])
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
        clientDataJSON: clientData('webauthn.create', asked.challenge, lie).toString('base64url'),
        attestationObject: Buffer.from(encoded).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  function use(asked: PublicKeyCredentialRequestOptionsJSON, lie: Lie = {}): PasskeyUsed {
    counter += 1
    const authData = headOf(lie.rpId ?? asked.rpId ?? '', lie, 0, lie.counter ?? counter)
    const json = clientData('webauthn.get', asked.challenge, lie)
    const signed = Buffer.concat([authData, createHash('sha256').update(json).digest()])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: json.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signBytes('sha256', signed, lie.key ?? privateKey).toString('base64url'),
        userHandle: lie.userHandle ?? handle,
      },
    }
  }

  return { id, create, use }
}

/** Host, flags and counter (WebAuthn 3, §6.1). */
function headOf(rpId: string, lie: Lie, more: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const flags = Buffer.of((lie.flags ?? PRESENT_AND_VERIFIED) | more)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), flags, count])
}

/** Model, credential id and COSE key (WebAuthn 3, §6.5.1). */
function attested(id: string, publicKey: KeyObject): Buffer {
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
