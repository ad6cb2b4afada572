import type { Heads } from '@inkproof/protocol/log'
import { delay } from 'es-toolkit/promise'
import { create } from 'zustand'
import { errorMessage } from '../certificates/error-message.ts'
import { getHeads, streamHeads } from './heads.api.ts'

export type HeadsState =
  | { status: 'loading' }
  /** `polling` if the live connection keeps failing; `stale` while nothing responds. */
  | { status: 'live' | 'polling' | 'stale'; heads: Heads }
  | { status: 'unreachable'; reason: string }

/** The state of the record, from which every certificate's state is derived. */
export const useHeads = create<HeadsState>()(() => ({ status: 'loading' }))

const INITIAL_DELAY_MS = 500
const MAX_DELAY_MS = 15_000
/** After this many consecutive failures, each attempt also fetches the heads with a plain request. */
const FAILURES_BEFORE_POLLING = 2

let subscribers = 0
let following: AbortController | null = null

/** Follows the heads while there is at least one subscriber. Returns a function that unsubscribes. */
export function followHeads(): () => void {
  subscribers += 1
  following ??= startFollowing()
  let isStopped = false
  return () => {
    if (isStopped) return
    isStopped = true
    subscribers -= 1
    if (subscribers > 0) return
    following?.abort()
    following = null
  }
}

function startFollowing(): AbortController {
  const controller = new AbortController()
  void follow(controller.signal)
  return controller
}

async function follow(signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await streamHeads((heads) => {
        failures = 0
        if (!signal.aborted) show('live', heads)
      }, signal)
    } catch (error) {
      if (signal.aborted) return
      showError(error)
    }
    failures += 1
    if (failures >= FAILURES_BEFORE_POLLING) await poll(signal)
    await pause(Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** (failures - 1)), signal)
  }
}

async function poll(signal: AbortSignal): Promise<void> {
  try {
    const heads = await getHeads(signal)
    if (!signal.aborted) show('polling', heads)
  } catch (error) {
    if (!signal.aborted) showError(error)
  }
}

function show(status: 'live' | 'polling', heads: Heads): void {
  useHeads.setState({ status, heads }, true)
}

/** Marks the last known state as stale; it stays on screen. If no state is known, shows the error. */
function showError(error: unknown): void {
  const state = useHeads.getState()
  if ('heads' in state) useHeads.setState({ ...state, status: 'stale' }, true)
  else useHeads.setState({ status: 'unreachable', reason: errorMessage(error) }, true)
}

/** Resolves early when the browser is online again or following ends. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const controller = new AbortController()
  const wake = () => controller.abort()
  addEventListener('online', wake)
  signal.addEventListener('abort', wake)
  await delay(ms, { signal: controller.signal }).catch(() => undefined)
  removeEventListener('online', wake)
  signal.removeEventListener('abort', wake)
}
