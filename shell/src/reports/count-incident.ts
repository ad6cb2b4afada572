import type { PublishedSlice } from '@inkproof/slice'
import type { Collector } from './collector.ts'
import { findPart, type Part } from './find-part.ts'
import type { Incident } from './incidents.ts'

/** The release of the page: the shell, and the slices by their IDs. `origin` is the page's. */
export type Release = { shell: Part; slices: readonly PublishedSlice[]; origin: string }

/** Adds an incident to the numbers of its part. Returns whether it is the first failure of that part. */
export function countIncident(
  incident: Incident,
  release: Release,
  collector: Pick<Collector, 'load' | 'count'>,
): boolean {
  if (incident.kind === 'load') collector.load(partOf(incident.slice))
  else if (incident.kind === 'event') countEvent(incident.event, release, collector)
  else return collector.count(failedPart(incident, release), 'failures')
  return false
}

/** Returns the slice with an ID, as a part; null if there is none. */
export function sliceById(id: string | undefined, { slices }: Release): Part | null {
  const slice = slices.find((published) => published.id === id)
  return slice === undefined ? null : partOf(slice)
}

export function partOf({ package: name, version }: PublishedSlice): Part {
  return { package: name, version }
}

function failedPart(incident: Incident & { kind: 'failure' | 'crash' }, release: Release): Part {
  const { shell } = release
  if (incident.kind === 'failure') return sliceById(incident.sliceId, release) ?? shell
  // What threw may be a package of the shell, such as React, that rendered a component of a slice.
  const threw = find(stackOf(incident.error), release)
  const rendered = find(incident.components, release)
  return threw === null || threw === shell ? (rendered ?? shell) : threw
}

function countEvent(event: Event, release: Release, collector: Pick<Collector, 'count'>): void {
  const isViolation = event.type === 'securitypolicyviolation'
  const part = find(isViolation ? describeViolation(event) : describeError(event), release)
  if (part !== null) collector.count(part, isViolation ? 'violations' : 'errors')
}

function find(text: string, { shell, origin }: Release): Part | null {
  return findPart(text, shell, origin)
}

/** Returns the address of the file that caused a violation; if the browser does not know it, of what was blocked. */
function describeViolation(event: Event): string {
  const { sourceFile, blockedURI } = event as SecurityPolicyViolationEvent
  return sourceFile || blockedURI
}

/** Returns the addresses of the files that an uncaught error or an unhandled rejection comes from. */
function describeError(event: Event): string {
  if (event instanceof ErrorEvent) return `${event.filename} ${stackOf(event.error)}`
  return stackOf((event as PromiseRejectionEvent).reason)
}

/** Returns an error's stack without its message, which may contain other addresses. */
function stackOf(error: unknown): string {
  const { stack = '', message = '' } = Object(error) as Partial<Error>
  return String(stack).replace(String(message), '')
}
