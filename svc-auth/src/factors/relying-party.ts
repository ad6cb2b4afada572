/** This installation as a WebAuthn relying party, and its requirements for passkeys. */
import { randomBytes } from 'node:crypto'
import { CHALLENGE_TTL_SECONDS } from '@inkproof/protocol/factors'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { AccountRow } from '../accounts/accounts.model.ts'

export type RelyingParty = { id: string; origin: string }

/** Ed25519, ECDSA P-256 and RSA with SHA-256 (COSE numbers): every authenticator supports at least one of them. */
export const ALGORITHMS = [-8, -7, -257]

const TIMEOUT_MS = CHALLENGE_TTL_SECONDS * 1_000

/** Derives the relying party from the public URL: passkeys are bound to its host name, and the origin must match. */
export function createRelyingParty(publicOrigin: string): RelyingParty {
  const { hostname, origin } = new URL(publicOrigin)
  return { id: hostname, origin }
}

/** The owner of a new passkey. `handle` is the account's id, a random value that the authenticator stores. */
export type PasskeyOwner = { handle: string; name: string; displayName: string }

type ExistingPasskeys = readonly Pick<AccountRow['passkeys'][number], 'id' | 'transports'>[]

/**
 * Returns options for creating a passkey on an authenticator that has none of the existing ones. The passkey must be
 * discoverable, so that it works without a username. The authenticator must verify the user by fingerprint, face or
 * PIN, so that the passkey counts as two factors. Any make of authenticator is accepted, so no attestation
 * is requested.
 */
export function createRegistrationOptions(
  { id: rpID }: RelyingParty,
  owner: PasskeyOwner,
  existing: ExistingPasskeys = [],
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
    excludeCredentials: toDescriptors(existing),
  })
}

/** Returns options for using one of the given passkeys, or any passkey if none are given. */
export function createAuthenticationOptions(
  { id: rpID }: RelyingParty,
  existing: ExistingPasskeys = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID,
    challenge: newChallenge(),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(existing.length > 0 && { allowCredentials: toDescriptors(existing) }),
  })
}

function toDescriptors(existing: ExistingPasskeys): { id: string; transports: string[] }[] {
  return existing.map(({ id, transports }) => ({ id, transports: [...transports] }))
}

function newChallenge(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(32))
}
