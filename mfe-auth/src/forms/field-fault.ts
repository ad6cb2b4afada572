import { RequestError } from '@inkproof/slice'

/** A form's own refusal of what was typed; `fields` are names of its fields. */
export class FieldFault extends Error {
  override readonly name = 'FieldFault'
  readonly fields: readonly string[]

  constructor(sentence: string, fields: readonly string[]) {
    super(sentence)
    this.fields = fields
  }
}

/**
 * The fields an error is about. A service names them as its call does, so forms name their fields likewise; a form
 * that has no such field marks none.
 */
export function faultyFields(error: unknown): readonly string[] {
  if (error instanceof FieldFault) return error.fields
  // A shell that was released earlier does not read them.
  if (error instanceof RequestError) return (error as Partial<RequestError>).fields ?? []
  return []
}
