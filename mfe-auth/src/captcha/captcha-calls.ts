/** Which calls require a human verification, as reported by the service. */
import { showCaptcha } from '@inkproof/protocol/calls/captcha'
import type { Captcha, CaptchaCall } from '@inkproof/protocol/captcha'
import { call } from '@inkproof/slice-parts/call'
import { create } from 'zustand'
import { callWithBrowserCookie } from './browser-cookie.ts'

/** Used until the service responds: the specification's default, which excludes registration and wallets. */
const DEFAULT_CALLS: readonly CaptchaCall[] = ['login', 'forgot-password']

/** Sent by registration and wallet forms that require no verification, as specified. */
const PLACEHOLDER =
  'disabled-for-testing' satisfies typeof import('@inkproof/protocol/auth').VERIFICATION_PLACEHOLDER

const useRequiredCalls = create<{ requiredCalls: readonly CaptchaCall[] }>()(() => ({
  requiredCalls: DEFAULT_CALLS,
}))

/** The latest request started by {@link loadCalls}; never rejects. */
let latestLoad: Promise<void> = Promise.resolve()

/**
 * What a verification is for: a call that may require one, or verifying the account (`person`), which requires one
 * wherever the installation has a verification.
 */
export type CaptchaPurpose = CaptchaCall | 'person'

/** Whether this purpose requires a verification, according to the latest known configuration. */
export function useIsRequired(purpose: CaptchaPurpose): boolean {
  return useRequiredCalls(
    ({ requiredCalls }) => purpose === 'person' || requiredCalls.includes(purpose),
  )
}

/** {@link useIsRequired} outside a component. */
export function isRequired(purpose: CaptchaPurpose): boolean {
  return purpose === 'person' || useRequiredCalls.getState().requiredCalls.includes(purpose)
}

/** Whether a form shows a notice while it requires no verification: registration and wallets do, as specified. */
export function hasNotice(purpose: CaptchaPurpose): boolean {
  return purpose === 'register' || purpose === 'wallet'
}

/** Returns the token for a purpose that requires no verification: the placeholder, or undefined if none is sent. */
export function tokenIfNotRequired(purpose: CaptchaPurpose): string | undefined {
  return hasNotice(purpose) ? PLACEHOLDER : undefined
}

/** Loads the list of calls that require a verification. Called when a form that may need one appears. */
export function loadCalls(): void {
  const ignore = () => undefined
  // Without a response, the previous list remains in use. The service rejects calls without a required token.
  latestLoad = fetchCaptcha().then(ignore, ignore)
}

/** Waits until {@link loadCalls} has finished. */
export function waitForCalls(): Promise<void> {
  return latestLoad
}

/** Fetches the verification settings, including a challenge if the service creates its own. */
export async function fetchCaptcha(signal?: AbortSignal): Promise<Captcha> {
  const captcha = await callWithBrowserCookie(() => call(showCaptcha, {}, signal && { signal }))
  useRequiredCalls.setState({ requiredCalls: captcha.calls }, true)
  return captcha
}
