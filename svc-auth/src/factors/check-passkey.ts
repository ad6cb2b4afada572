/** Verifies the answers of authenticators against the challenge this browser was given. */
import type { PasskeyCreated, PasskeyUsed } from '@inkproof/protocol/factors'
import { AppError } from '@inkproof/service-kit/app-error'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { AccountRow } from '../accounts/accounts.model.ts'
import type { Challenges, Purpose } from './challenges.ts'
import { ALGORITHMS, type RelyingParty } from './relying-party.ts'

export type Passkey = AccountRow['passkeys'][number]
export type CheckDeps = { challenges: Challenges; party: RelyingParty }
/** What the answer is checked against. */
export type Asked = { purpose: Purpose; browserId: string }

/**
 * Spends the challenge inside an answer before anything else is checked, so that it is used in any case. Returns
 * the challenge and its subject.
 *
 * @throws AppError PASSKEY_REFUSED unless it was made for this browser and purpose, and not used.
 */
export async function spendChallenge(
  { challenges }: Pick<CheckDeps, 'challenges'>,
  { purpose, browserId }: Asked,
  clientDataJSON: string,
): Promise<{ challenge: string; subject: string }> {
  const { challenge, crossOrigin } = refusing(() => decodeClientDataJSON(clientDataJSON))
  // Our pages are never framed, so an answer from a frame of another site is refused.
  if (crossOrigin === true) throw new AppError('PASSKEY_REFUSED')
  const subject = await challenges.spend(purpose, browserId, String(challenge))
  if (subject === undefined) throw new AppError('PASSKEY_REFUSED')
  return { challenge, subject }
}

/** Verifies a new passkey (WebAuthn 3, §7.1). @throws AppError PASSKEY_REFUSED */
export async function checkCreated(
  { party }: Pick<CheckDeps, 'party'>,
  { response, ...rest }: PasskeyCreated,
  challenge: string,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>> {
  const { registrationInfo } = await refusingLater(() =>
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

/** Verifies the use of a passkey (WebAuthn 3, §7.2). Returns its new counter. @throws AppError PASSKEY_REFUSED */
export async function checkUsed(
  { party }: Pick<CheckDeps, 'party'>,
  { response, ...rest }: PasskeyUsed,
  challenge: string,
  passkey: Passkey,
): Promise<number> {
  const { userHandle, ...signed } = response
  const { verified, authenticationInfo } = await refusingLater(() =>
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

/** The library throws for every invalid answer: all of these are the caller's fault. */
function refusing<T>(check: () => T): T {
  try {
    return check()
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', {}, { cause })
  }
}

async function refusingLater<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (cause) {
    throw new AppError('PASSKEY_REFUSED', {}, { cause })
  }
}
