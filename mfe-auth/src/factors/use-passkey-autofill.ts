import { CHALLENGE_TTL_SECONDS } from '@inkproof/protocol/factors'
import { canUsePasskeys } from '@inkproof/slice-parts/passkey-support'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { handleSignInResponse } from '../sign-in/handle-sign-in-response.ts'
import { offerPasskeys, signInWithPasskey } from './passkeys.api.ts'
import { useOtherMethod } from './use-other-method.ts'

/** The challenge is renewed one minute before it expires. */
const RENEW_INTERVAL_MS = (CHALLENGE_TTL_SECONDS - 60) * 1_000

/**
 * Offers passkeys in the autofill of a form whose address field has `autocomplete="username webauthn"`. Signs in
 * with the passkey that the user chooses. Returns the message of the last failed sign-in, otherwise undefined.
 */
export function usePasskeyAutofill(): string | undefined {
  const [error, setError] = useState<string>()
  useOtherMethod(error, () => setError(undefined))
  useEffect(() => {
    let isMounted = true
    const offer = async () => {
      const message = await signInByAutofill(() => isMounted)
      if (isMounted && message) setError(message)
    }
    void offer()
    const timer = setInterval(() => void offer(), RENEW_INTERVAL_MS)
    return () => {
      isMounted = false
      clearInterval(timer)
      WebAuthnAbortService.cancelCeremony()
    }
  }, [])
  return error
}

async function signInByAutofill(isMounted: () => boolean): Promise<string | undefined> {
  if (!canUsePasskeys() || !(await browserSupportsWebAuthnAutofill()) || !isMounted())
    return undefined
  // The user did not request the offer, so an unreachable service or a cancelled prompt is not reported.
  const passkey = await offerPasskeys().catch(() => undefined)
  if (!passkey || !isMounted()) return undefined
  try {
    handleSignInResponse(await signInWithPasskey(passkey))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : undefined
  }
}
