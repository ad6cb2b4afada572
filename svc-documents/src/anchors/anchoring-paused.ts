import type { AnchorProblem } from '@inkproof/protocol/log'

/**
 * Thrown when nothing can be anchored right now. The reason is shown to users, and the worker keeps
 * retrying.
 */
export class AnchoringPaused extends Error {
  override readonly name = 'AnchoringPaused'
  readonly problem: AnchorProblem

  constructor(problem: AnchorProblem, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.problem = problem
  }
}
