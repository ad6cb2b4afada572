import { RequestError } from '@inkproof/slice'

/** Something is wrong with what was typed, in fields named as in the form. */
export class FieldFault extends Error {
  override readonly name = 'FieldFault'
  readonly fields: readonly string[]

  constructor(sentence: string, fields: readonly string[]) {
    super(sentence)
    this.fields = fields
  }
}

/** What the services' refusals are about, by their codes. A form that has no such field marks none. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  CREDENTIALS_WRONG: ['email', 'password'],
  EMAIL_TAKEN: ['email'],
  PASSWORD_TOO_SHORT: ['password'],
  PASSWORD_TOO_COMMON: ['password'],
  PASSWORD_HAS_NAME: ['password'],
  PASSWORD_WRONG: ['currentPassword'],
  CODE_WRONG: ['code', 'recoveryCode'],
  MEMBER_ALREADY: ['email'],
}

/** The fields an error is about; none where it is about no field, or nobody can say. */
export function faultyFields(error: unknown): readonly string[] {
  if (error instanceof FieldFault) return error.fields
  if (!(error instanceof RequestError)) return []
  return error.code === 'INVALID_INPUT' ? namedIn(error.sentence) : (FIELDS[error.code ?? ''] ?? [])
}

/** A request that is not valid says which fields it means: `(email: Invalid email address; role: …)`. */
function namedIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(/[(;] ?(\w+): /g)].map(([, name = '']) => name)
}
