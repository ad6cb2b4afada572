/** Finds the proof of a step that was recorded. */

import type { OpeningJson } from '@inkproof/protocol/certificates'
import type { proveStep } from '@inkproof/protocol/internal'
import { AppError } from '@inkproof/service-kit/app-error'
import type { z } from 'zod'
import { type ProveDeps, proveEntry } from '../anchors/prove-entry.ts'
import { type EntryStore, leafOf } from '../log/entry-store.ts'
import { stepEntry } from './step-entry.ts'

type StepProof = z.core.output<typeof proveStep.response>

const NO_PROOF: StepProof = { proof: null, isAnchored: false }

/**
 * Returns the proof file of a step, which discloses its claims; null while it is not recorded or no signed state covers
 * it. If the step's request ended, its status shows that, but not the entry that ended it.
 *
 * @throws AppError INVALID_INPUT, RECORD_DAMAGED
 */
export async function findStepProof(
  deps: ProveDeps & Pick<EntryStore, 'indexesOf'>,
  json: OpeningJson,
): Promise<StepProof> {
  const { opening, bytes, leafHash } = stepEntry(json)
  const index = (await deps.indexesOf([leafOf(bytes)])).get(leafHash)
  if (index === undefined) return NO_PROOF
  try {
    const { text, isAnchored } = await proveEntry(deps, { opening, index, revokedBy: null })
    return { proof: text, isAnchored }
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROOF_NOT_READY') return NO_PROOF
    throw error
  }
}
