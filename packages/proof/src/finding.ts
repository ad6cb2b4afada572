/** The result of a single check, before it becomes a step of the verification. */
import { ProofError } from './proof-error.ts'
import { type Outcome, STEP_TITLES, type Step, type StepId } from './verdict.ts'

/** Outcome, reason, sentence and values of a check. */
export type Finding = {
  outcome: Outcome
  reason: string
  sentence: string
  values: Record<string, string>
}

/** Returns the finding of a check that passed. */
export function passed(values: Record<string, string>): Finding {
  return { outcome: 'passed', reason: 'OK', sentence: '', values }
}

/** Returns the finding of a check that failed. */
export function failed(
  reason: string,
  sentence: string,
  values: Record<string, string> = {},
): Finding {
  return { outcome: 'failed', reason, sentence, values }
}

/** Returns the finding of a check that could not be made because some input is missing. */
export function notChecked(
  reason: string,
  sentence: string,
  values: Record<string, string> = {},
): Finding {
  return { outcome: 'not checked', reason, sentence, values }
}

/** Returns a passed finding if the condition holds, otherwise a failed one. */
export function passedIf(
  condition: boolean,
  reason: string,
  sentence: string,
  values: Record<string, string>,
): Finding {
  return condition ? passed(values) : failed(reason, sentence, values)
}

/**
 * Runs a check and returns it as a step; a thrown ProofError becomes a failure with its code and
 * sentence.
 */
export function runCheck(id: StepId, check: () => Finding): Step {
  return toStep(id, findingOf(check))
}

/** Converts a finding to a step. */
export function toStep(id: StepId, finding: Finding): Step {
  return { id, title: STEP_TITLES[id], ...finding }
}

function findingOf(check: () => Finding): Finding {
  try {
    return check()
  } catch (error) {
    if (error instanceof ProofError) return failed(error.code, error.message)
    throw error
  }
}
