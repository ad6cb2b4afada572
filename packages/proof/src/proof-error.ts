import { formatEnglish, type Sentence, type SentenceValues } from './sentence.ts'

/**
 * The only error class of this package: data violates a rule of its format or of the log.
 *
 * It is thrown rather than returned, so that a caller cannot mistake a rejection for a pass by
 * ignoring a return value.
 */
export class ProofError<Message extends string = string> extends Error {
  override readonly name = 'ProofError'
  /** Stable reason in upper snake case, such as `ROOT_DIFFERS`. */
  readonly code: string
  /** What is wrong, the rule and the value, for translation; `message` is its English text. */
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
