/**
 * The one error of this package: data that breaks a rule of its format or of the log.
 *
 * Thrown, so that a caller who forgets to look at an answer never takes a refusal for a pass.
 */
export class ProofError extends Error {
  override readonly name = 'ProofError'
  /** Stable reason, upper case with underscores, such as `ROOT_DIFFERS`. */
  readonly code: string

  /** @param sentence what is wrong, the rule, the value: for people. */
  constructor(code: string, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** Throws {@link ProofError} unless the condition holds. */
export function must(condition: unknown, code: string, sentence: string): asserts condition {
  if (!condition) throw new ProofError(code, sentence)
}
