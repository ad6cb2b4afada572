/** The result of a single check, before it becomes a step of the verification. */
import { ProofError } from './proof-error.ts'
import type { Sentence } from './sentence.ts'
import type { Step, StepId } from './verdict.ts'

/** Outcome, reason, sentence and values of a check. */
export type Finding = Omit<Step, 'id'>

type Values = Step['values']

/** Returns the finding of a check that passed. */
export function passed(values: Values): Finding {
  return { outcome: 'passed', reason: 'OK', sentence: null, values }
}

/** Returns the finding of a check that failed. */
export function failed(reason: string, sentence: Sentence, values: Values = {}): Finding {
  return { outcome: 'failed', reason, sentence, values }
}

/** Returns the finding of a check that could not be decided, for example because some input is missing. */
export function notChecked(reason: string, sentence: Sentence, values: Values = {}): Finding {
  return { outcome: 'not checked', reason, sentence, values }
}

/** Returns a passed finding if the condition holds, otherwise a failed one. */
export function passedIf(
  condition: boolean,
  reason: string,
  sentence: Sentence,
  values: Values,
): Finding {
  return condition ? passed(values) : failed(reason, sentence, values)
}

/**
 * Runs a check and returns it as a step; a thrown ProofError becomes a failure with its code and
 * sentence.
 */
export function runCheck(id: StepId, check: () => Finding): Step {
  return toStep(id, catchProofError(check))
}

/** Converts a finding to a step. */
export function toStep(id: StepId, finding: Finding): Step {
  return { id, ...finding }
}

function catchProofError(check: () => Finding): Finding {
  try {
    return check()
  } catch (error) {
    if (error instanceof ProofError) return failed(error.code, error.sentence)
    throw error
  }
}
