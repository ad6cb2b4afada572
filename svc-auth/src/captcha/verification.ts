/** The human verification of this installation, whichever kind it is. */
import type { Captcha, CaptchaCall } from '@inkproof/protocol/captcha'

/** What asks, without the calls it asks for. */
export type Question = Captcha extends infer One ? Omit<One, 'calls'> : never

/** One kind of verification. */
export type Verifier = {
  ask(): Promise<Question>
  /**
   * @throws AppError VERIFICATION_FAILED unless the token was earned and is spent for the first time,
   *   UNAVAILABLE when nobody can say.
   */
  spend(token: string | undefined): Promise<void>
}

export type Verification = {
  /** What a browser is told. */
  ask(): Promise<Captcha>
  /**
   * Spends a call's `turnstileToken`. A call that asks for nothing takes whatever is there; one that asks
   * takes nothing but an earned token, so the placeholder is refused.
   *
   * @throws AppError as {@link Verifier} does.
   */
  spend(token: string | undefined, call: CaptchaCall): Promise<void>
}

/** The verification for these calls; without a verifier none asks. */
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
