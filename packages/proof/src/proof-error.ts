/**
 * The only error class of this package: data violates a rule of its format or of the log.
 *
 * It is thrown rather than returned, so that a caller cannot mistake a rejection for a pass by
 * ignoring a return value.
 */
export class ProofError extends Error {
  override readonly name = 'ProofError'
  /** Stable reason in upper snake case, such as `ROOT_DIFFERS`. */
  readonly code: string

  /** @param sentence for display: what is wrong, the rule, the value */
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** Throws {@link ProofError} unless the condition holds. */
export function must(condition: unknown, code: string, sentence: string): asserts condition {
  if (!condition) throw new ProofError(code, sentence)
}
