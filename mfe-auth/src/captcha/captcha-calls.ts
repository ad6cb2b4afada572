/** Which calls require a human verification, as reported by the service. */
import { showCaptcha } from '@inkproof/protocol/calls/captcha'
import type { Captcha, CaptchaCall } from '@inkproof/protocol/captcha'
import { call } from '@inkproof/slice-parts/call'
import { create } from 'zustand'

/** Used until the service has responded: the specification's default, off for registration and wallets. */
const DEFAULT_CALLS: readonly CaptchaCall[] = ['login', 'forgot-password']

/** Sent where verification is switched off, as the specification requires. */
const PLACEHOLDER =
  'disabled-for-testing' satisfies typeof import('@inkproof/protocol/auth').VERIFICATION_PLACEHOLDER

const useCalls = create<{ asking: readonly CaptchaCall[] }>()(() => ({ asking: DEFAULT_CALLS }))

/** The last request; never rejects. */
let loading: Promise<void> = Promise.resolve()

/** Whether this call requires a verification, as far as is known. */
export function useIsRequired(call: CaptchaCall): boolean {
  return useCalls(({ asking }) => asking.includes(call))
}

/** {@link useIsRequired} outside a component. */
export function isRequired(call: CaptchaCall): boolean {
  return useCalls.getState().asking.includes(call)
}

/** True for the two calls whose verification the specification switches off with a notice. */
export function hasNotice(call: CaptchaCall): boolean {
  return call === 'register' || call === 'wallet'
}

/** The token sent by a call that requires no verification. */
export function tokenIfNotRequired(call: CaptchaCall): string | undefined {
  return hasNotice(call) ? PLACEHOLDER : undefined
}

/** Asks the service, when a form appears that shows a notice or a widget. */
export function loadCalls(): void {
  const ignore = () => undefined
  // Without a response the known state stays; the service itself refuses calls without a required token.
  loading = fetchCaptcha().then(ignore, ignore)
}

/** Resolves once {@link loadCalls} has its response. */
export function knownCalls(): Promise<void> {
  return loading
}

/** Fetches what the service requires, including a challenge if it creates its own. */
export async function fetchCaptcha(signal?: AbortSignal): Promise<Captcha> {
  const captcha = await call(showCaptcha, {}, signal && { signal })
  useCalls.setState({ asking: captcha.calls }, true)
  return captcha
}
