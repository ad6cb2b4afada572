/** Changes of signing requests that append steps: each is one conditional update, repeated after a conflict. */

import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@inkproof/service-kit/app-error'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeRow, StepRow } from './envelopes.model.ts'

/** A change. `steps`: all steps, of which the row has the first ones. `set`: other values by path. */
export type RequestChange = { steps: StepRow[]; set?: Readonly<Record<string, unknown>> }

/** Up to 50 recipients can act at the same time, and each change makes the others decide again. */
const MAX_CONFLICTS = 100
/** Those who have collided try again at different times. */
const MAX_PAUSE_MS = 50

/**
 * Applies a change to what it was decided on: if another change came first, it is decided again. The job takes up the
 * request afterwards.
 *
 * @param decide returns null if nothing is to be changed; throws if the change is refused
 * @throws AppError UNAVAILABLE if others change the request again and again
 */
export async function changeRequest(
  { envelopes, now }: { envelopes: Pick<EnvelopeStore, 'change'>; now: () => Date },
  read: () => Promise<EnvelopeRow>,
  decide: (row: EnvelopeRow) => Promise<RequestChange | null>,
): Promise<EnvelopeRow> {
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
    const row = await read()
    const change = await decide(row)
    if (!change) return row
    const unchanged = { state: row.state, steps: { $size: row.steps.length }, isDeleted: false }
    const changed = await envelopes.change(row._id, unchanged, {
      $push: { steps: { $each: change.steps.slice(row.steps.length) } },
      $set: { ...change.set, dueAt: now(), attempts: 0 },
    })
    if (changed) return changed
    await pause(Math.random() * MAX_PAUSE_MS)
  }
  throw new AppError('UNAVAILABLE')
}
