import { CHALLENGE_TTL_SECONDS } from '@inkproof/protocol/factors'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { handleSignInAnswer } from '../sign-in/handle-sign-in-answer.ts'
import { canUsePasskeys } from './passkey-support.ts'
import { offerPasskeys, signInWith } from './passkeys.api.ts'

/** The browser gets a new challenge one minute before the service's expires. */
const RENEW_MS = (CHALLENGE_TTL_SECONDS - 60) * 1_000

/**
 * Offers passkeys in the autofill of a form whose address field has `autocomplete="username webauthn"`. Returns the
 * error message for a chosen passkey; silent until one is chosen, and in browsers without support.
 */
export function usePasskeyAutofill(): string | undefined {
  const [error, setError] = useState<string>()
  useEffect(() => {
    let isShown = true
    const offer = async () => {
      const fault = await offerOnce(() => isShown)
      if (isShown && fault) setError(fault)
    }
    void offer()
    const renewing = setInterval(() => void offer(), RENEW_MS)
    return () => {
      isShown = false
      clearInterval(renewing)
      WebAuthnAbortService.cancelCeremony()
    }
  }, [])
  return error
}

async function offerOnce(isShown: () => boolean): Promise<string | undefined> {
  if (!canUsePasskeys() || !(await browserSupportsWebAuthnAutofill()) || !isShown())
    return undefined
  // Nobody requested this, so an unreachable service or a cancelled offer is not reported.
  const passkey = await offerPasskeys().catch(() => undefined)
  if (!passkey || !isShown()) return undefined
  try {
    handleSignInAnswer(await signInWith(passkey))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : undefined
  }
}
