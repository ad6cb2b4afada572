/** Changes of signing requests that append steps: each is one conditional update, repeated after a conflict. */

import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@inkproof/service-kit/app-error'
import type { RunForKey } from '@inkproof/service-kit/keyed-queue'
import type { EnvelopeStore } from './envelope-store.ts'
import type { EnvelopeFilter, EnvelopeRow, StepRow } from './envelopes.model.ts'

/**
 * A change. `steps`: all steps, of which the row has the first ones. `set`: other values by path. `condition`: what else it is
 * based on, which can change without a step.
 */
export type RequestChange = {
  steps: StepRow[]
  set?: Readonly<Record<string, unknown>>
  condition?: EnvelopeFilter
}

export type ChangeDeps = {
  envelopes: Pick<EnvelopeStore, 'change'>
  /**
   * Runs the changes of one request one after another. Without it, changes of the same process would be correct, too, but when
   * 50 recipients act at once, each change would be decided again for every other one.
   */
  runForRequest: RunForKey
  now: () => Date
}

/** Only changes of other processes of the service conflict. */
const MAX_CONFLICTS = 100
/** Those who have collided try again at different times. */
const MAX_PAUSE_MS = 50

/**
 * Applies a change to what it was decided on: if a change of another process came first, it is decided again. The job takes
 * up the request afterwards.
 *
 * @param read called again for every decision
 * @param decide returns null if nothing is to be changed; throws if the change is refused
 * @throws AppError UNAVAILABLE if others change the request again and again
 */
export async function changeRequest(
  deps: ChangeDeps,
  read: () => Promise<EnvelopeRow>,
  decide: (row: EnvelopeRow) => Promise<RequestChange | null>,
): Promise<EnvelopeRow> {
  const { _id } = await read()
  return deps.runForRequest(_id, () => decideUntilUnchanged(deps, read, decide))
}

async function decideUntilUnchanged(
  { envelopes, now }: ChangeDeps,
  read: () => Promise<EnvelopeRow>,
  decide: (row: EnvelopeRow) => Promise<RequestChange | null>,
): Promise<EnvelopeRow> {
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
    const row = await read()
    const change = await decide(row)
    if (!change) return row
    const unchanged = { state: row.state, steps: { $size: row.steps.length }, isDeleted: false }
    const changed = await envelopes.change(
      row._id,
      { ...unchanged, ...change.condition },
      {
        $push: { steps: { $each: change.steps.slice(row.steps.length) } },
        $set: { ...change.set, dueAt: now(), attempts: 0 },
      },
    )
    if (changed) return changed
    await pause(Math.random() * MAX_PAUSE_MS)
  }
  throw new AppError('UNAVAILABLE')
}
