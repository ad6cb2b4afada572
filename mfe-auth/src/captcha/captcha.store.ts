import type { Captcha, CaptchaSolution } from '@inkproof/protocol/captcha'
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import {
  type CaptchaPurpose,
  fetchCaptcha,
  hasNotice,
  isRequired,
  tokenIfNotRequired,
  useIsRequired,
  waitForCalls,
} from './captcha-calls.ts'
import { loadWidget, type ProviderWidget } from './provider-script.ts'
import { solveInWorker } from './solve-in-worker.ts'

/** The verification on screen. Only `solved` has a token; `off` needs none. */
export type CaptchaState =
  | { step: 'idle' }
  | { step: 'loading' }
  | { step: 'solving'; progress: number }
  | { step: 'widget'; widget: ProviderWidget; events: WidgetEvents; needsInteraction: boolean }
  | { step: 'solved'; token: string }
  | { step: 'off' }
  | { step: 'expired' }
  | { step: 'failed'; reason: string }

/** Events of a provider's widget. */
export type WidgetEvents = {
  solved: (token: string) => void
  expired: () => void
  failed: () => void
  /** The widget needs a click to continue. */
  needsInteraction: () => void
}

export const useCaptcha = create<CaptchaState>()(() => ({ step: 'idle' }))

/** Specification §9: an error is shown if the widget has not loaded after 10 s, which is checked every 100 ms. */
const LOAD_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 100
/** Tokens are valid for 300 s, hCaptcha's for 120 s. Subtracts a margin for slow clocks and connections. */
const TOKEN_LIFETIME_MS = { altcha: 270_000, turnstile: 270_000, hcaptcha: 105_000 }

const NOT_LOADED = t(
  'The security verification did not load within 10 seconds. Check your connection and try again.',
)
const NOT_SOLVED = t('The security verification could not be completed in this browser. Try again.')
const NEEDS_INTERACTION = t('Complete the security verification, then try again.')

/** Stops the current run: its worker, timers and request. */
let stop: () => void = () => undefined

/**
 * Starts the verification for a purpose. Does nothing if it requires none, or if a verification is running, solved
 * or switched off.
 */
export function startCaptcha(purpose: CaptchaPurpose): void {
  const { step } = useCaptcha.getState()
  if (!isRequired(purpose)) return
  if (step === 'idle' || step === 'failed' || step === 'expired') void run(purpose)
}

/** Drops the token and stops the current run. */
export function resetCaptcha(): void {
  stop()
  set({ step: 'idle' })
}

/**
 * Returns the `turnstileToken` of a call. If the call requires a verification, starts it if necessary and waits for its
 * token. Otherwise returns `disabled-for-testing` for registration and wallets, and undefined for other calls. A token
 * is valid for one request: call {@link resetCaptcha} after a request has failed.
 *
 * @throws Error with a message for the user if no token can be obtained now.
 */
export async function getCaptchaToken(purpose: CaptchaPurpose): Promise<string | undefined> {
  if (hasNotice(purpose)) await waitForCalls()
  if (!isRequired(purpose)) return tokenIfNotRequired(purpose)
  startCaptcha(purpose)
  return (await waitForToken()) ?? tokenIfNotRequired(purpose)
}

/** True once the call can be sent: a token is available, or none is required. */
export function useIsVerified(purpose: CaptchaPurpose): boolean {
  const { step } = useCaptcha()
  return !useIsRequired(purpose) || step === 'solved' || step === 'off'
}

function waitForToken(): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const check = (state: CaptchaState) => {
      const isRunning = state.step === 'solving' || state.step === 'loading'
      if (isRunning || (state.step === 'widget' && !state.needsInteraction)) return
      unsubscribe()
      if (state.step === 'solved') resolve(state.token)
      else if (state.step === 'off') resolve(undefined)
      else reject(new Error(failureReason(state)))
    }
    const unsubscribe = useCaptcha.subscribe(check)
    check(useCaptcha.getState())
  })
}

function failureReason(state: CaptchaState): string {
  if (state.step === 'widget') return NEEDS_INTERACTION
  return state.step === 'failed' ? state.reason : NOT_SOLVED
}

async function run(purpose: CaptchaPurpose): Promise<void> {
  stop()
  const controller = new AbortController()
  stop = () => controller.abort()
  set({ step: 'loading' })
  startLoadTimeout(controller)
  try {
    const captcha = await fetchCaptcha(controller.signal)
    if (purpose !== 'person' && !captcha.calls.includes(purpose))
      setUnlessAborted(controller, { step: 'off' })
    else if (captcha.kind === 'altcha') await solve(captcha, controller)
    else if (captcha.kind !== 'off') await showWidget(captcha, controller)
    else setUnlessAborted(controller, { step: 'off' })
  } catch {
    setUnlessAborted(controller, { step: 'failed', reason: NOT_SOLVED })
  }
}

async function solve(
  { kind, challenge }: Extract<Captcha, { kind: 'altcha' }>,
  controller: AbortController,
): Promise<void> {
  const report = (progress: number) => setUnlessAborted(controller, { step: 'solving', progress })
  const solution = await solveInWorker(challenge, report, controller.signal)
  const solved: CaptchaSolution = { challenge, solution }
  acceptToken(btoa(JSON.stringify(solved)), kind, controller)
}

async function showWidget(
  { kind, siteKey }: Extract<Captcha, { siteKey: string }>,
  controller: AbortController,
): Promise<void> {
  const widget = await loadWidget(kind, siteKey, POLL_INTERVAL_MS, controller.signal)
  const events: WidgetEvents = {
    solved: (token) => acceptToken(token, kind, controller),
    expired: () => setUnlessAborted(controller, { step: 'expired' }),
    failed: () => setUnlessAborted(controller, { step: 'failed', reason: NOT_SOLVED }),
    needsInteraction: () =>
      setUnlessAborted(controller, { step: 'widget', widget, events, needsInteraction: true }),
  }
  // hCaptcha's checkbox waits for a click; Turnstile reports when it needs one.
  setUnlessAborted(controller, {
    step: 'widget',
    widget,
    events,
    needsInteraction: kind === 'hcaptcha',
  })
}

function acceptToken(
  token: string,
  kind: keyof typeof TOKEN_LIFETIME_MS,
  controller: AbortController,
): void {
  if (controller.signal.aborted) return
  set({ step: 'solved', token })
  const timer = setTimeout(() => set({ step: 'expired' }), TOKEN_LIFETIME_MS[kind])
  controller.signal.addEventListener('abort', () => clearTimeout(timer))
}

function startLoadTimeout(controller: AbortController): void {
  const startedAt = Date.now()
  const timer = setInterval(() => {
    const isLoading = !controller.signal.aborted && useCaptcha.getState().step === 'loading'
    if (isLoading && Date.now() - startedAt < LOAD_TIMEOUT_MS) return
    clearInterval(timer)
    if (isLoading) {
      setUnlessAborted(controller, { step: 'failed', reason: NOT_LOADED })
      controller.abort()
    }
  }, POLL_INTERVAL_MS)
}

/** Sets the state, unless this run was stopped. */
function setUnlessAborted(controller: AbortController, state: CaptchaState): void {
  if (!controller.signal.aborted) set(state)
}

function set(state: CaptchaState): void {
  useCaptcha.setState(state, true)
}
