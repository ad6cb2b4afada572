/** Human verification, whichever kind this installation uses. */
import type { Captcha, CaptchaCall } from '@inkproof/protocol/captcha'

/** The verification settings that a browser needs, without the list of calls. */
export type BrowserCaptcha = Captcha extends infer Kind ? Omit<Kind, 'calls'> : never

/** One kind of verification. */
export type Verifier = {
  getBrowserConfig(): Promise<BrowserCaptcha>
  /**
   * @throws AppError VERIFICATION_FAILED unless the token is valid and used for the first time, UNAVAILABLE if it
   * cannot be checked.
   */
  consume(token: string | undefined): Promise<void>
}

export type Verification = {
  /** Returns the settings that the browser receives. */
  getBrowserConfig(): Promise<Captcha>
  /**
   * Checks the `turnstileToken` of a call. A call that requires verification accepts only a valid token and refuses the
   * placeholder; other calls accept any value.
   *
   * @throws AppError as {@link Verifier} does.
   */
  consume(token: string | undefined, call: CaptchaCall): Promise<void>
}

/** Creates the verification for these calls. Without a verifier, no call requires verification. */
export function createVerification(
  verifier: Verifier | undefined,
  calls: readonly CaptchaCall[],
): Verification {
  return {
    getBrowserConfig: async () =>
      verifier
        ? ({ ...(await verifier.getBrowserConfig()), calls: [...calls] } as Captcha)
        : { kind: 'off', calls: [] },
    consume: async (token, call) => {
      if (calls.includes(call)) await verifier?.consume(token)
    },
  }
}
