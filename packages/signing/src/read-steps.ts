/** Reads the steps of an envelope as one chain. */
import { equal } from '@inkproof/proof/bytes'
import type { Opening } from '@inkproof/proof/leaf'
import { must } from '@inkproof/proof/proof-error'
import { type Sha256, sha256 } from '@inkproof/proof/sha256'
import { isAbort, readStep, type Step } from './step.ts'

/**
 * Reads the steps of an envelope, in order. Because each step commits to the one before, the last step's entry proves
 * them all, their order and that none is missing.
 *
 * @param envelope digest of the envelope
 * @throws ProofError NO_STEPS, BAD_STEP, WRONG_STEP_KIND, STEP_OF_OTHER_ENVELOPE, NOT_SENT_FIRST, STEP_MISSING,
 * STEP_AFTER_END, TIME_RUNS_BACKWARDS
 */
export function readSteps(
  openings: readonly Opening[],
  envelope: Uint8Array,
  hash: Sha256 = sha256,
): Step[] {
  const steps = openings.map((opening) => readStep(opening, hash))
  must(steps.length > 0, 'NO_STEPS', 'No step of the signing request is known.')
  for (const [i, step] of steps.entries()) checkStep(step, steps[i - 1], envelope)
  return steps
}

function checkStep(step: Step, before: Step | undefined, envelope: Uint8Array): void {
  const { previous, sequence, time, type } = step
  const isSame = equal(step.envelope, envelope)
  must(isSame, 'STEP_OF_OTHER_ENVELOPE', 'A step belongs to another signing request.')
  const isFirst = before === undefined
  must(
    (type === 'sent') === isFirst,
    'NOT_SENT_FIRST',
    'The request must begin with “sent”, and contain it only once.',
  )
  const follows =
    previous === (before?.leaf ?? '') && sequence === (before ? before.sequence + 1 : 0)
  must(follows, 'STEP_MISSING', 'The step {sequence} does not follow the one before it.', {
    sequence,
  })
  if (!before) return
  const isOpen = before.type !== 'completed' && !isAbort(before.type)
  must(isOpen, 'STEP_AFTER_END', 'A step follows the end of the signing request.')
  must(time >= before.time, 'TIME_RUNS_BACKWARDS', 'A step is earlier than the one before it.')
}
