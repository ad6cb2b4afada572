import { formatEnglish, type Sentence, type SentenceValues } from './sentence.ts'

/**
 * The only error class of this package: for invalid or incomplete data, such as a proof, a response or a policy.
 *
 * It is thrown rather than returned, so that a caller that ignores a return value cannot mistake a
 * rejection for a pass.
 */
export class ProofError<Message extends string = string> extends Error {
  override readonly name = 'ProofError'
  /** Stable reason in upper snake case, such as `ROOT_DIFFERS`. */
  readonly code: string
  /** What is wrong, as a sentence that can be translated; `message` is its English text. */
  readonly sentence: Sentence

  constructor(code: string, message: Message, ...[values]: SentenceValues<Message>) {
    const sentence = { message, values: values ?? {} }
    super(formatEnglish(sentence))
    this.code = code
    this.sentence = sentence
  }
}

/** Throws {@link ProofError} unless the condition holds. */
export function must<Message extends string>(
  condition: unknown,
  code: string,
  message: Message,
  ...values: SentenceValues<Message>
): asserts condition {
  if (!condition) throw new ProofError(code, message, ...values)
}
