/** Which calls require a human verification, as reported by the service. */
import { showCaptcha } from '@inkproof/protocol/calls/captcha'
import type { Captcha, CaptchaCall } from '@inkproof/protocol/captcha'
import { call } from '@inkproof/slice-parts/call'
import { create } from 'zustand'

/** Used until the service responds: the specification's default, without registration and wallets. */
const DEFAULT_CALLS: readonly CaptchaCall[] = ['login', 'forgot-password']

/** Sent where verification is switched off, as the specification requires. */
const PLACEHOLDER =
  'disabled-for-testing' satisfies typeof import('@inkproof/protocol/auth').VERIFICATION_PLACEHOLDER

const useRequiredCalls = create<{ requiredCalls: readonly CaptchaCall[] }>()(() => ({
  requiredCalls: DEFAULT_CALLS,
}))

/** The last request; never rejects. */
let loading: Promise<void> = Promise.resolve()

/** Whether this call requires a verification, according to the latest known configuration. */
export function useIsRequired(call: CaptchaCall): boolean {
  return useRequiredCalls(({ requiredCalls }) => requiredCalls.includes(call))
}

/** {@link useIsRequired} outside a component. */
export function isRequired(call: CaptchaCall): boolean {
  return useRequiredCalls.getState().requiredCalls.includes(call)
}

/** True for the two calls whose verification the specification switches off with a notice. */
export function hasNotice(call: CaptchaCall): boolean {
  return call === 'register' || call === 'wallet'
}

/** The token sent by a call that requires no verification. */
export function tokenIfNotRequired(call: CaptchaCall): string | undefined {
  return hasNotice(call) ? PLACEHOLDER : undefined
}

/** Loads the list of calls from the service; called when a form with a notice or a widget appears. */
export function loadCalls(): void {
  const ignore = () => undefined
  // Without a response, the known list stays; the service itself rejects calls without a required token.
  loading = fetchCaptcha().then(ignore, ignore)
}

/** Resolves once {@link loadCalls} has finished. */
export function callsLoaded(): Promise<void> {
  return loading
}

/** Fetches what the service requires, including a challenge if it creates its own. */
export async function fetchCaptcha(signal?: AbortSignal): Promise<Captcha> {
  const captcha = await call(showCaptcha, {}, signal && { signal })
  useRequiredCalls.setState({ requiredCalls: captcha.calls }, true)
  return captcha
}
