import type { Captcha, CaptchaCall, CaptchaSolution } from '@inkproof/protocol/captcha'
import { t } from '@inkproof/texts/text'
import { create } from 'zustand'
import {
  fetchCaptcha,
  hasNotice,
  isRequired,
  knownCalls,
  tokenIfNotRequired,
  useIsRequired,
} from './captcha-calls.ts'
import { loadWidget, type ProviderWidget } from './provider-script.ts'
import { solveInWorker } from './solve-in-worker.ts'

/** The verification on screen. Only `solved` has a token; `off` needs none. */
export type CaptchaState =
  | { step: 'idle' }
  | { step: 'loading' }
  | { step: 'solving'; part: number }
  | { step: 'asking'; widget: ProviderWidget; events: WidgetEvents; needsPerson: boolean }
  | { step: 'solved'; token: string }
  | { step: 'off' }
  | { step: 'expired' }
  | { step: 'failed'; reason: string }

/** Events of a provider's widget. */
export type WidgetEvents = {
  solved: (token: string) => void
  expired: () => void
  failed: () => void
  /** It needs a click to continue. */
  needsPerson: () => void
}

export const useCaptcha = create<CaptchaState>()(() => ({ step: 'idle' }))

/** Specification §9: an error after 10 s without the widget, checked every 100 ms. */
const LOAD_TIMEOUT_MS = 10_000
const CHECK_EVERY_MS = 100
/** The service accepts a solution for 300 s, hCaptcha's for 120 s; minus a margin for slow clocks and connections. */
const TOKEN_LIFETIME_MS = { altcha: 270_000, turnstile: 270_000, hcaptcha: 105_000 }

const NOT_LOADED = t(
  'The security verification did not load within 10 seconds. Check your connection and try again.',
)
const NOT_SOLVED = t('The security verification could not be completed in this browser. Try again.')
const NEEDS_PERSON = t('Complete the security verification, then try again.')

/** Stops the current run: its worker, timers and request. */
let stop: () => void = () => undefined

/** Starts the verification of a call unless one is running or done; does nothing if none is required. */
export function startCaptcha(call: CaptchaCall): void {
  const { step } = useCaptcha.getState()
  if (!isRequired(call)) return
  if (step === 'idle' || step === 'failed' || step === 'expired') void run(call)
}

/** Drops the token and stops the current run. */
export function resetCaptcha(): void {
  stop()
  set({ step: 'idle' })
}

/**
 * Returns the `turnstileToken` of a call: a token if the call requires one, starting the verification if none is
 * running; `disabled-for-testing` where registration requires none; otherwise undefined. A token is spent by its
 * call, so reset after a failure.
 *
 * @throws Error with a message for the user if no token can be obtained now.
 */
export async function captchaToken(call: CaptchaCall): Promise<string | undefined> {
  if (hasNotice(call)) await knownCalls()
  if (!isRequired(call)) return tokenIfNotRequired(call)
  startCaptcha(call)
  return (await outcome()) ?? tokenIfNotRequired(call)
}

/** True once the call can be sent: a token is available, or none is required. */
export function useIsVerified(call: CaptchaCall): boolean {
  const { step } = useCaptcha()
  return !useIsRequired(call) || step === 'solved' || step === 'off'
}

function outcome(): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const look = (state: CaptchaState) => {
      const isUnderWay = state.step === 'solving' || state.step === 'loading'
      if (isUnderWay || (state.step === 'asking' && !state.needsPerson)) return
      unsubscribe()
      if (state.step === 'solved') resolve(state.token)
      else if (state.step === 'off') resolve(undefined)
      else reject(new Error(reasonOf(state)))
    }
    const unsubscribe = useCaptcha.subscribe(look)
    look(useCaptcha.getState())
  })
}

function reasonOf(state: CaptchaState): string {
  if (state.step === 'asking') return NEEDS_PERSON
  return state.step === 'failed' ? state.reason : NOT_SOLVED
}

async function run(call: CaptchaCall): Promise<void> {
  stop()
  const ending = new AbortController()
  stop = () => ending.abort()
  set({ step: 'loading' })
  watchLoading(ending)
  try {
    const captcha = await fetchCaptcha(ending.signal)
    if (!captcha.calls.includes(call)) settle(ending, { step: 'off' })
    else if (captcha.kind === 'altcha') await solve(captcha, ending)
    else if (captcha.kind !== 'off') await ask(captcha, ending)
  } catch {
    settle(ending, { step: 'failed', reason: NOT_SOLVED })
  }
}

async function solve(
  { kind, challenge }: Extract<Captcha, { kind: 'altcha' }>,
  ending: AbortController,
): Promise<void> {
  const report = (part: number) => settle(ending, { step: 'solving', part })
  const solution = await solveInWorker(challenge, report, ending.signal)
  const solved: CaptchaSolution = { challenge, solution }
  take(btoa(JSON.stringify(solved)), kind, ending)
}

async function ask(
  { kind, siteKey }: Extract<Captcha, { siteKey: string }>,
  ending: AbortController,
): Promise<void> {
  const widget = await loadWidget(kind, siteKey, CHECK_EVERY_MS, ending.signal)
  const events: WidgetEvents = {
    solved: (token) => take(token, kind, ending),
    expired: () => settle(ending, { step: 'expired' }),
    failed: () => settle(ending, { step: 'failed', reason: NOT_SOLVED }),
    needsPerson: () => settle(ending, { step: 'asking', widget, events, needsPerson: true }),
  }
  // hCaptcha's box waits for a click; Turnstile reports when it needs one.
  settle(ending, { step: 'asking', widget, events, needsPerson: kind === 'hcaptcha' })
}

function take(token: string, kind: keyof typeof TOKEN_LIFETIME_MS, ending: AbortController): void {
  if (ending.signal.aborted) return
  set({ step: 'solved', token })
  const timer = setTimeout(() => set({ step: 'expired' }), TOKEN_LIFETIME_MS[kind])
  ending.signal.addEventListener('abort', () => clearTimeout(timer))
}

function watchLoading(ending: AbortController): void {
  const startedAt = Date.now()
  const watch = setInterval(() => {
    const isLoading = !ending.signal.aborted && useCaptcha.getState().step === 'loading'
    if (isLoading && Date.now() - startedAt < LOAD_TIMEOUT_MS) return
    clearInterval(watch)
    if (isLoading) {
      settle(ending, { step: 'failed', reason: NOT_LOADED })
      ending.abort()
    }
  }, CHECK_EVERY_MS)
}

/** Events of a run that was stopped are ignored. */
function settle(run: AbortController, state: CaptchaState): void {
  if (!run.signal.aborted) set(state)
}

function set(state: CaptchaState): void {
  useCaptcha.setState(state, true)
}
