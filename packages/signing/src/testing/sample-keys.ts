/** Test fixtures: keys of all types, with the signatures that browsers, passkeys and wallets make. */
import { concat, from0x, toBase64Url, utf8 } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import { Wallet } from 'ethers'
import type { Envelope } from '../envelope.ts'
import { createSigningKey, signP256 } from '../p256.ts'
import { type Jwk, type PublicKey, publicKeyFromJwk } from '../public-key.ts'
import type { StatementSignature } from '../signed-statement.ts'
import { decodeStatement, statementDigest, statementMessage } from '../statement.ts'
import { statementTypedData } from '../statement-typed-data.ts'
import { type WalletBinding, walletBindingTypedData } from '../wallet-binding.ts'
import { type Assertion, assertionSignature } from '../webauthn.ts'

/** Signs an encoded statement. */
export type SampleKey = {
  publicKey: PublicKey
  sign: (bytes: Uint8Array, envelope: Envelope, name: string) => Promise<StatementSignature>
}

/** What a passkey returns instead of the correct values. */
export type Forgery = {
  rpId?: string
  /** Bits of the authenticator data: 1 present, 4 verified. */
  flags?: number
  /** What follows the counter. */
  extra?: Uint8Array
  clientData?: Record<string, unknown>
  /** Replaces the text of the client data. */
  clientText?: string
}

/** Creates a key of a browser. */
export async function browserKey(): Promise<SampleKey> {
  const { privateKey, publicKey } = await createSigningKey()
  return {
    publicKey,
    sign: async (bytes) => ({
      type: 'key',
      signature: await signP256(privateKey, statementMessage(bytes)),
    }),
  }
}

const ALGORITHMS = {
  'P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  Ed25519: { name: 'Ed25519' },
  RSA: {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: 'SHA-256',
  },
} as const

/** Creates a passkey in software. */
export async function passkey(type: keyof typeof ALGORITHMS = 'P-256', forgery: Forgery = {}) {
  const algorithm = ALGORITHMS[type]
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  if (!('publicKey' in pair)) throw new Error('not a key pair')
  const { privateKey } = pair
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey = publicKeyFromJwk(jwk as Jwk)
  /** Returns an assertion as an authenticator does: with a DER signature for P-256. */
  async function assert(challenge: Uint8Array, site: Envelope['site']): Promise<Assertion> {
    const flags = Uint8Array.of(forgery.flags ?? 5, 0, 0, 0, 7)
    const rpIdHash = sha256(utf8(forgery.rpId ?? site.rpId))
    const authenticatorData = concat(rpIdHash, flags, forgery.extra ?? new Uint8Array())
    const clientData = {
      type: 'webauthn.get',
      challenge: toBase64Url(challenge),
      origin: site.origin,
      crossOrigin: false,
      ...forgery.clientData,
    }
    const clientDataJSON = utf8(forgery.clientText ?? JSON.stringify(clientData))
    const message = new Uint8Array(concat(authenticatorData, sha256(clientDataJSON)))
    const raw = new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, message))
    return { authenticatorData, clientDataJSON, signature: type === 'P-256' ? toDer(raw) : raw }
  }
  const sign: SampleKey['sign'] = async (bytes, { site }) => {
    const assertion = await assert(statementDigest(bytes), site)
    const signature = assertionSignature(publicKey, assertion.signature)
    return { type: 'passkey', ...assertion, signature }
  }
  return { publicKey, assert, sign }
}

/** The parameter of `eth_signTypedData_v4`. */
type TypedData = {
  domain: object
  types: Record<string, { name: string; type: string }[]>
  message: Record<string, unknown>
}

/**
 * `signTypedData` is what a wallet does; returns 0x and hex. `prove` returns its signature that it is for a recipient.
 */
export type WalletSampleKey = SampleKey & {
  signTypedData(data: TypedData): Promise<string>
  prove(binding: WalletBinding): Promise<string>
}

/** Creates the key of a wallet's account from its private key. */
export function walletKey(privateKey: Uint8Array): WalletSampleKey {
  const wallet = new Wallet(`0x${Buffer.from(privateKey).toString('hex')}`)
  // ethers adds the type of the domain itself.
  const signTypedData = ({ domain, message, types }: TypedData) => {
    const { EIP712Domain: _, ...own } = types
    return wallet.signTypedData(domain, own, message)
  }
  return {
    publicKey: { type: 'wallet', address: from0x(wallet.address) },
    sign: async (bytes, envelope, recipientName) => {
      const statement = decodeStatement(bytes)
      const data = statementTypedData({ statement, bytes, envelope, recipientName })
      const signature = await signTypedData(data)
      return { type: 'wallet', signature: from0x(signature) }
    },
    signTypedData,
    prove: (binding) => signTypedData(walletBindingTypedData(binding)),
  }
}

/** Encodes r ‖ s as DER: positive integers in their shortest form. */
export function toDer(signature: Uint8Array): Uint8Array {
  const integers = [signature.subarray(0, 32), signature.subarray(32)].map((bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const shortest = start < 0 ? Uint8Array.of(0) : bytes.subarray(start)
    const content = (shortest[0] ?? 0) < 0x80 ? shortest : concat(Uint8Array.of(0), shortest)
    return concat(Uint8Array.of(2, content.length), content)
  })
  const content = concat(...integers)
  return concat(Uint8Array.of(0x30, content.length), content)
}
