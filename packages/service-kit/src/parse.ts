import { z } from 'zod'
import { AppError } from './app-error.ts'

// Schemas of the protocol are made by zod/mini, which brings no words for its issues.
z.config(z.locales.en())

/** One field that is wrong and why. `path` is dotted and empty for the whole value. */
export type Issue = { path: string; message: string }

/**
 * Checks untrusted input against a schema.
 *
 * @throws AppError INVALID_INPUT with `details.issues`, naming each wrong field and none of the values.
 */
export function parse<T extends z.core.$ZodType>(schema: T, value: unknown): z.output<T> {
  const result = z.core.safeParse(schema, value)
  if (result.success) return result.data
  throw new AppError('INVALID_INPUT', { issues: issuesOf(result.error) })
}

/** More than these nobody reads. */
const ISSUES_KEPT = 20

/** The first faults of a failed check as dotted paths and messages; messages are cut at 200 characters. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.slice(0, ISSUES_KEPT).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message.slice(0, 200),
  }))
}
