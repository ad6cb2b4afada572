/** The human verification of this installation, of any kind. */
import type { Captcha, CaptchaCall } from '@inkproof/protocol/captcha'

/** The verification settings that a browser needs, without the list of calls. */
export type Question = Captcha extends infer One ? Omit<One, 'calls'> : never

/** One kind of verification. */
export type Verifier = {
  ask(): Promise<Question>
  /**
   * @throws AppError VERIFICATION_FAILED unless the token is valid and used for the first time, UNAVAILABLE if it
   * cannot be checked.
   */
  spend(token: string | undefined): Promise<void>
}

export type Verification = {
  /** What a browser receives. */
  ask(): Promise<Captcha>
  /**
   * Checks the `turnstileToken` of a call. A call that requires no verification accepts any value; one that does
   * accepts only a valid token, so the placeholder is refused.
   *
   * @throws AppError as {@link Verifier} does.
   */
  spend(token: string | undefined, call: CaptchaCall): Promise<void>
}

/** Creates the verification for these calls; without a verifier no call requires it. */
export function verification(
  verifier: Verifier | undefined,
  calls: readonly CaptchaCall[],
): Verification {
  return {
    ask: async () =>
      verifier
        ? ({ ...(await verifier.ask()), calls: [...calls] } as Captcha)
        : { kind: 'off', calls: [] },
    spend: async (token, call) => {
      if (calls.includes(call)) await verifier?.spend(token)
    },
  }
}
