import type { Captcha, CaptchaChallenge, CaptchaSolution } from '@inkproof/protocol/captcha'
import { request } from '@inkproof/slice'
import { create } from 'zustand'
import type { SolverMessage } from './solve.worker.ts'

/** The verification now on screen. Only `solved` holds a token; `off` needs none. */
export type CaptchaState =
  | { step: 'idle' }
  | { step: 'loading' }
  | { step: 'solving'; part: number }
  | { step: 'solved'; token: string }
  | { step: 'off' }
  | { step: 'expired' }
  | { step: 'failed'; reason: string }

export const useCaptcha = create<CaptchaState>()(() => ({ step: 'idle' }))

/** Specification §9: an error after 10 s without the widget, looked for every 100 ms. */
const LOAD_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 100
/** The service takes a solution for 300 s; a slow clock or line must not make it late. */
const TOKEN_LIFETIME_MS = 270_000

const NOT_LOADED =
  'The security verification did not load within 10 seconds. Check your connection and try again.'
const NOT_SOLVED = 'The security verification could not be completed in this browser. Try again.'

/** Ends the run under way: its worker, its timers and its request. */
let stop: () => void = () => undefined

/** Starts the verification unless one runs or stands. */
export function startCaptcha(): void {
  const { step } = useCaptcha.getState()
  if (step === 'idle' || step === 'failed' || step === 'expired') void run()
}

/** Drops the token and whatever runs. */
export function resetCaptcha(): void {
  stop()
  set({ step: 'idle' })
}

/**
 * The token, once there is one: starts the verification where nothing runs.
 *
 * @throws Error with the reason when the verification fails.
 */
export function captchaToken(): Promise<string | undefined> {
  startCaptcha()
  return new Promise((resolve, reject) => {
    const look = (state: CaptchaState) => {
      if (state.step === 'solving' || state.step === 'loading') return
      unsubscribe()
      if (state.step === 'solved') resolve(state.token)
      else if (state.step === 'off') resolve(undefined)
      else reject(new Error(state.step === 'failed' ? state.reason : NOT_SOLVED))
    }
    const unsubscribe = useCaptcha.subscribe(look)
    look(useCaptcha.getState())
  })
}

async function run(): Promise<void> {
  stop()
  const ending = new AbortController()
  stop = () => ending.abort()
  set({ step: 'loading' })
  watchLoading(ending)
  try {
    const captcha = await fetchCaptcha(ending.signal)
    if (captcha.kind === 'off') return settle(ending, { step: 'off' })
    const token = encode(captcha.challenge, await solveInWorker(captcha.challenge, ending))
    settle(ending, { step: 'solved', token })
    expireLater(ending.signal)
  } catch {
    settle(ending, { step: 'failed', reason: NOT_SOLVED })
  }
}

async function fetchCaptcha(signal: AbortSignal): Promise<Captcha> {
  const answer = await request('GET', '/api/auth/captcha', undefined, { signal })
  return answer.json()
}

function solveInWorker(
  challenge: CaptchaChallenge,
  ending: AbortController,
): Promise<CaptchaSolution['solution']> {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url))
  return new Promise<CaptchaSolution['solution']>((resolve, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason))
    worker.onerror = () => reject(new Error('the worker could not be started'))
    worker.onmessage = ({ data }: MessageEvent<SolverMessage>) => {
      if (ending.signal.aborted) return
      if (data.kind === 'loaded') {
        set({ step: 'solving', part: 0 })
        worker.postMessage(challenge)
      } else if (data.kind === 'progress') set({ step: 'solving', part: data.part })
      else if (data.kind === 'solved') resolve(data.solution)
      else reject(new Error(data.reason))
    }
  }).finally(() => worker.terminate())
}

function watchLoading(ending: AbortController): void {
  const startedAt = Date.now()
  const watch = setInterval(() => {
    const isLoading = !ending.signal.aborted && useCaptcha.getState().step === 'loading'
    if (isLoading && Date.now() - startedAt < LOAD_WITHIN_MS) return
    clearInterval(watch)
    if (isLoading) {
      settle(ending, { step: 'failed', reason: NOT_LOADED })
      ending.abort()
    }
  }, LOOK_EVERY_MS)
}

/** A run that was ended has nothing more to say. */
function settle(run: AbortController, state: CaptchaState): void {
  if (!run.signal.aborted) set(state)
}

function expireLater(ended: AbortSignal): void {
  const timer = setTimeout(() => set({ step: 'expired' }), TOKEN_LIFETIME_MS)
  ended.addEventListener('abort', () => clearTimeout(timer))
}

function encode(challenge: CaptchaChallenge, solution: CaptchaSolution['solution']): string {
  return btoa(JSON.stringify({ challenge, solution }))
}

function set(state: CaptchaState): void {
  useCaptcha.setState(state, true)
}
