import { RequestError } from '@inkproof/slice'

/** A form's own validation error; `fields` are the names of the invalid fields. */
export class FieldError extends Error {
  override readonly name = 'FieldError'
  readonly fields: readonly string[]

  constructor(message: string, fields: readonly string[]) {
    super(message)
    this.fields = fields
  }
}

/**
 * Returns the names of the fields that an error is about, as in the request body. A form's fields have the same names;
 * the form ignores names of fields that it does not have.
 */
export function getErrorFields(error: unknown): readonly string[] {
  if (error instanceof FieldError) return error.fields
  // An older release of the shell does not provide `fields`.
  if (error instanceof RequestError) return (error as Partial<RequestError>).fields ?? []
  return []
}
