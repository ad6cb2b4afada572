import { z } from 'zod'
import { AppError } from './app-error.ts'

// The protocol's schemas use zod/mini, which has no built-in messages.
z.config(z.locales.en())

/** An invalid field and the reason. `path` is dotted, and empty for the whole value. */
export type Issue = { path: string; message: string }

/**
 * Validates untrusted input with a schema.
 *
 * @throws AppError INVALID_INPUT with `details.issues`, which names up to 20 invalid fields and contains no values.
 */
export function parse<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const result = z.core.safeParse(schema, value)
  if (result.success) return result.data
  throw new AppError('INVALID_INPUT', { issues: issuesOf(result.error) })
}

/** More would not help the reader. */
const MAX_ISSUES = 20

/** Returns the first issues of a failed validation; messages are truncated to 200 characters. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message.slice(0, 200),
  }))
}
