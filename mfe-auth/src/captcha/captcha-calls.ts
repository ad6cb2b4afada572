/** Which calls ask for a verification, as the service says. */
import type { Captcha, CaptchaCall } from '@inkproof/protocol/captcha'
import { request } from '@inkproof/slice'
import { create } from 'zustand'

/** Until the service has answered, what the specification says: off for registration and wallets. */
const AS_SPECIFIED: readonly CaptchaCall[] = ['login', 'forgot-password']

/** Sent where the verification is switched off; the service's own word for it. */
const PLACEHOLDER =
  'disabled-for-testing' satisfies typeof import('@inkproof/protocol/auth').VERIFICATION_PLACEHOLDER

const useCalls = create<{ asking: readonly CaptchaCall[] }>()(() => ({ asking: AS_SPECIFIED }))

/** The answer last asked for; never rejects. */
let learning: Promise<void> = Promise.resolve()

/** Whether this call asks for a verification, as far as is known. */
export function useIsAsked(call: CaptchaCall): boolean {
  return useCalls(({ asking }) => asking.includes(call))
}

/** {@link useIsAsked} outside a component. */
export function isAsked(call: CaptchaCall): boolean {
  return useCalls.getState().asking.includes(call)
}

/** True for the two calls that the specification has it switched off for, with a notice. */
export function hasNotice(call: CaptchaCall): boolean {
  return call === 'register' || call === 'wallet'
}

/** What a call that asks for nothing sends as its token. */
export function unaskedToken(call: CaptchaCall): string | undefined {
  return hasNotice(call) ? PLACEHOLDER : undefined
}

/** Asks the service, as a form appears that shows a notice or a widget. */
export function learnCalls(): void {
  const ignore = () => undefined
  // Without an answer what is known stays; the service itself refuses what it is not content with.
  learning = fetchCaptcha().then(ignore, ignore)
}

/** Resolves once {@link learnCalls} has its answer. */
export function knownCalls(): Promise<void> {
  return learning
}

/** What the service asks for, with a challenge of its own where it makes them. */
export async function fetchCaptcha(signal?: AbortSignal): Promise<Captcha> {
  const answer = await request('GET', '/api/auth/captcha', undefined, signal && { signal })
  const captcha: Captcha = await answer.json()
  useCalls.setState({ asking: captcha.calls }, true)
  return captcha
}
