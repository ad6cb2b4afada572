import { CHALLENGE_LASTS_SECONDS } from '@inkproof/protocol/factors'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { takeAnswer } from '../sign-in/take-answer.ts'
import { canUsePasskeys } from './passkey-support.ts'
import { offerPasskeys, signInWith } from './passkeys.api.ts'

/** A minute before the service forgets its challenge, the browser is given a new one. */
const RENEW_MS = (CHALLENGE_LASTS_SECONDS - 60) * 1_000

/**
 * While a form is shown whose address field says `autocomplete="username webauthn"`, the browser offers
 * passkeys among the saved names. Answers the sentence of what went wrong with a chosen one; until one is
 * chosen it is silent, and so it is where browsers cannot.
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
  // Nobody asked for this: a service that is away, or an offer that is taken back, is no news.
  const passkey = await offerPasskeys().catch(() => undefined)
  if (!passkey || !isShown()) return undefined
  try {
    takeAnswer(await signInWith(passkey))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : undefined
  }
}
