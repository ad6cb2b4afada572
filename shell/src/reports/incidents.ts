/**
 * What a visit's report is about. Until the code that reports it has been loaded, incidents are stored; this file is part of
 * the first visit's scripts, so it does nothing more.
 */
import type { PublishedSlice } from '@inkproof/slice'

export type Incident =
  /** The browser begins to load a slice. */
  | { kind: 'load'; slice: PublishedSlice }
  /** A slice, a page of it or a component for a slot could not be loaded; without an ID, a page of the shell. */
  | { kind: 'failure'; sliceId?: string | undefined }
  /** A component threw while rendering. */
  | { kind: 'crash'; error: unknown; components: string }
  /** An uncaught error, an unhandled rejection or a violation of the content security policy. */
  | { kind: 'event'; event: Event }

/** A page that throws in a loop must not fill the memory. */
const MAX_STORED = 99

const stored: Incident[] = []
let handle = (incident: Incident): void => {
  if (stored.length < MAX_STORED) stored.push(incident)
}

/** Records an incident. Ignored while the browser is offline: most things that fail then are not faults of a part. */
export function record(incident: Incident): void {
  if (navigator.onLine) handle(incident)
}

/** Returns a function that records the failure of a slice and throws its error again, for `catch`. */
export function recordFailed(sliceId: string | undefined): (error: unknown) => never {
  return (error) => {
    record({ kind: 'failure', sliceId })
    throw error
  }
}

/** Records errors and violations that no one handles, from now on. */
export function watchErrors(): void {
  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(type, (event) => record({ kind: 'event', event }))
}

/** Passes the stored incidents, and all following ones, to `handler`. */
export function handleIncidents(handler: (incident: Incident) => void): void {
  handle = handler
  stored.splice(0).forEach(handler)
}
