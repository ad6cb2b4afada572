/** Verifies authenticator responses against the challenge issued to this browser. */
import type { PasskeyAssertion, PasskeyRegistration } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Challenges, Purpose } from './challenges.ts'
import { ALGORITHMS, type RelyingParty } from './relying-party.ts'

export type Passkey = AccountRow['passkeys'][number]
export type CheckDeps = { challenges: Challenges; party: RelyingParty }
/** What a challenge must have been created for. */
export type ChallengeContext = { purpose: Purpose; browserId: string }

/**
 * Consumes the challenge that an authenticator response contains, and returns the challenge and its subject. Callers
 * verify the rest of the response afterwards, so a challenge is used up even if its response turns out to be invalid.
 *
 * @throws AppError PASSKEY_REFUSED unless the challenge was created for this browser and purpose, has not expired and
 * is unused. Also for a response from a cross-origin frame, whose challenge is not consumed.
 */
export async function consumeChallenge(
  { challenges }: Pick<CheckDeps, 'challenges'>,
  { purpose, browserId }: ChallengeContext,
  clientDataJSON: string,
): Promise<{ challenge: string; subject: string }> {
  const { challenge, crossOrigin } = refuseOnThrow(() => decodeClientDataJSON(clientDataJSON))
  // Our pages are never framed, so a response from a cross-origin frame is refused.
  if (crossOrigin === true) throw new AppError('PASSKEY_REFUSED')
  const subject = await challenges.consume(purpose, browserId, String(challenge))
  if (subject === undefined) throw new AppError('PASSKEY_REFUSED')
  return { challenge, subject }
}

/** Verifies the registration of a passkey (WebAuthn 3, §7.1). @throws AppError PASSKEY_REFUSED */
export async function verifyNewPasskey(
  { party }: Pick<CheckDeps, 'party'>,
  { response, ...rest }: PasskeyRegistration,
  challenge: string,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>> {
  const { registrationInfo } = await refuseOnRejection(() =>
    verifyRegistrationResponse({
      response: { ...rest, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) throw new AppError('PASSKEY_REFUSED')
  const { id, publicKey, counter } = registrationInfo.credential
  const key = Buffer.from(publicKey).toString('base64url')
  return { id, publicKey: key, counter, transports: response.transports }
}

/**
 * Verifies a sign-in or reauthentication with a passkey (WebAuthn 3, §7.2). Returns the passkey's new counter.
 *
 * @throws AppError PASSKEY_REFUSED
 */
export async function verifyPasskeyUse(
  { party }: Pick<CheckDeps, 'party'>,
  { response, ...rest }: PasskeyAssertion,
  challenge: string,
  passkey: Passkey,
): Promise<number> {
  const { userHandle, ...signed } = response
  const { verified, authenticationInfo } = await refuseOnRejection(() =>
    verifyAuthenticationResponse({
      response: { ...rest, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified) throw new AppError('PASSKEY_REFUSED')
  return authenticationInfo.newCounter
}

/** Converts any error to PASSKEY_REFUSED: the libraries throw only for invalid responses. */
function refuseOnThrow<T>(check: () => T): T {
  try {
    return check()
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', {}, { cause })
  }
}

async function refuseOnRejection<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', {}, { cause })
  }
}
