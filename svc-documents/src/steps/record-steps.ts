/** Adds the steps of signing requests to the log. */
import { decodeEntry, KINDS, type Opening } from '@inkproof/proof/leaf'
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import type { Appender } from '../log/append.ts'
import type { EntryStore } from '../log/entry-store.ts'
import { stepEntry } from './step-entry.ts'

export type RecordStepsDeps = {
  entriesAt: EntryStore['bytesAt']
  /** Resolves once every write that was visible before the call is durable. */
  barrier: () => Promise<void>
  append: Appender['append']
}

/**
 * Returns the index of each step in the order of the openings; the same opening always gets the same one. The entries
 * are durable then.
 *
 * @throws AppError INVALID_INPUT if any opening is invalid or ends something other than a signing request; nothing is
 * added then
 */
export async function recordSteps(
  deps: RecordStepsDeps,
  openings: readonly OpeningJson[],
): Promise<number[]> {
  const entries = openings.map(stepEntry)
  await requireEndsOfRequests(
    deps,
    entries.map(({ opening }) => opening),
  )
  return deps.append(entries.map(({ bytes }) => bytes))
}

/** Requires that each opening of kind 2 names an entry of kind 5, so that no service can revoke a certificate. */
async function requireEndsOfRequests(
  { entriesAt, barrier }: RecordStepsDeps,
  openings: readonly Opening[],
): Promise<void> {
  const ends = openings.filter(({ kind }) => kind === KINDS.revoked)
  if (ends.length === 0) return
  const named = await entriesAt(ends.map(({ previous }) => Number(previous)))
  for (const { previous } of ends) {
    const bytes = named.get(Number(previous))
    if (!bytes || decodeEntry(bytes).kind !== KINDS.event) {
      const message = `entry ${previous} is not a step of a signing request`
      throw new AppError('INVALID_INPUT', { issues: [{ path: 'openings', message }] })
    }
  }
  // An entry that is not durable could be lost, and a certificate get its index.
  await barrier()
}
