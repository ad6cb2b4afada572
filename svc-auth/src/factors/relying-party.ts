/** This installation as WebAuthn sees it, and what it asks of every passkey. */
import { randomBytes } from 'node:crypto'
import { CHALLENGE_LASTS_SECONDS } from '@inkproof/protocol/factors'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { AccountRow } from '../accounts/accounts.model.ts'

export type RelyingParty = { id: string; origin: string }

/** Ed25519, ECDSA P-256 and RSA with SHA-256 (COSE numbers): every authenticator has one of them. */
export const ALGORITHMS = [-8, -7, -257]

const TIMEOUT_MS = CHALLENGE_LASTS_SECONDS * 1_000

/** Passkeys belong to the host name; the origin that uses them has to be exactly ours. */
export function relyingParty(publicOrigin: string): RelyingParty {
  const { hostname, origin } = new URL(publicOrigin)
  return { id: hostname, origin }
}

/** Whose passkey is made. `handle` is what the authenticator keeps: the account's id, nothing personal. */
export type PasskeyOwner = { handle: string; name: string; displayName: string }

type Held = readonly Pick<AccountRow['passkeys'][number], 'id' | 'transports'>[]

/**
 * Asks for a passkey that the device keeps with its account (so that nothing has to be typed to use it)
 * and opens with finger, face or PIN (so that it is two factors). Attestation is not asked for: whoever made
 * the authenticator is none of our business.
 */
export function askForNewPasskey(
  { id: rpID }: RelyingParty,
  owner: PasskeyOwner,
  held: Held = [],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Inkproof',
    rpID,
    userID: new TextEncoder().encode(owner.handle),
    userName: owner.name,
    userDisplayName: owner.displayName,
    challenge: newChallenge(),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: descriptors(held),
  })
}

/** Asks for one of the passkeys held; of whomever, where none are named. */
export function askForPasskey(
  { id: rpID }: RelyingParty,
  held: Held = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID,
    challenge: newChallenge(),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(held.length > 0 && { allowCredentials: descriptors(held) }),
  })
}

function descriptors(held: Held): { id: string; transports: string[] }[] {
  return held.map(({ id, transports }) => ({ id, transports: [...transports] }))
}

function newChallenge(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(32))
}
