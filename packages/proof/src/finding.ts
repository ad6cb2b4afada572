/** What a single check found, before it becomes a step. */
import { ProofError } from './proof-error.ts'
import { type Outcome, STEP_TITLES, type Step, type StepId } from './verdict.ts'

/** Outcome, reason, sentence and values of a check. */
export type Finding = {
  outcome: Outcome
  reason: string
  sentence: string
  values: Record<string, string>
}

/** The check held. */
export function passed(values: Record<string, string>): Finding {
  return { outcome: 'passed', reason: 'OK', sentence: '', values }
}

/** The check was made and did not hold. */
export function failed(
  reason: string,
  sentence: string,
  values: Record<string, string> = {},
): Finding {
  return { outcome: 'failed', reason, sentence, values }
}

/** The check could not be made: something it needs is not there. */
export function notChecked(
  reason: string,
  sentence: string,
  values: Record<string, string> = {},
): Finding {
  return { outcome: 'not checked', reason, sentence, values }
}

/** Passed with the values when the two are equal, else failed. */
export function compared(
  isEqual: boolean,
  reason: string,
  sentence: string,
  values: Record<string, string>,
): Finding {
  return isEqual ? passed(values) : failed(reason, sentence, values)
}

/** A step from a check; a refusal that the check throws is a failure with its code and sentence. */
export function step(id: StepId, check: () => Finding): Step {
  return stepOf(id, caught(check))
}

/** A step from a finding. */
export function stepOf(id: StepId, finding: Finding): Step {
  return { id, title: STEP_TITLES[id], ...finding }
}

function caught(check: () => Finding): Finding {
  try {
    return check()
  } catch (error) {
    if (error instanceof ProofError) return failed(error.code, error.message)
    throw error
  }
}
