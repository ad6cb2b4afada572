/** Human verification, whichever kind this installation uses. */
import type { Captcha, CaptchaCall } from '@inkproof/protocol/captcha'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Caller } from '../callers/caller.ts'

/** The verification settings that a browser needs, without the list of calls. */
export type BrowserCaptcha = Captcha extends infer Kind ? Omit<Kind, 'calls'> : never

/** One kind of verification. */
export type Verifier = {
  getBrowserConfig(browserId: string): Promise<BrowserCaptcha>
  /**
   * @throws AppError VERIFICATION_FAILED unless the token is valid, from this browser and used for the first time,
   * UNAVAILABLE if it cannot be checked.
   */
  consume(token: string | undefined, browserId: string): Promise<void>
}

export type Verification = {
  /** Returns the settings that this browser receives. */
  getBrowserConfig(browserId: string): Promise<Captcha>
  /**
   * Checks the `turnstileToken` of a call. A call that requires verification accepts only a valid token and refuses the
   * placeholder; other calls accept any value. Returns whether a verification was required, and therefore solved.
   *
   * @throws AppError as {@link Verifier} does.
   */
  consume(
    token: string | undefined,
    call: CaptchaCall,
    caller: Pick<Caller, 'browserId'>,
  ): Promise<boolean>
  /** Whether this installation has a human verification. */
  isAvailable: boolean
  /**
   * Checks a token that is required whatever the call.
   *
   * @throws AppError as {@link Verifier} does, and VERIFICATION_FAILED if the installation has no verification.
   */
  require(token: string, caller: Pick<Caller, 'browserId'>): Promise<void>
}

/** Creates the verification for these calls. Without a verifier, no call requires verification. */
export function createVerification(
  verifier: Verifier | undefined,
  calls: readonly CaptchaCall[],
): Verification {
  return {
    getBrowserConfig: async (browserId) =>
      verifier
        ? ({ ...(await verifier.getBrowserConfig(browserId)), calls: [...calls] } as Captcha)
        : { kind: 'off', calls: [] },
    consume: async (token, call, { browserId }) => {
      if (!verifier || !calls.includes(call)) return false
      await verifier.consume(token, browserId)
      return true
    },
    isAvailable: verifier !== undefined,
    require: async (token, { browserId }) => {
      if (!verifier) throw new AppError('VERIFICATION_FAILED')
      await verifier.consume(token, browserId)
    },
  }
}
