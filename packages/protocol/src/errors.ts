/**
 * Every error a person or a program can meet: one row per code, in one file a feature under errors/.
 *
 * The row is the only place where a code, its HTTP status and its words meet; the services'
 * error answer, the front ends and docs/errors.md all read it. Codes are never reused.
 */
import { ACCOUNT_ERRORS } from './errors/account.ts'
import { CALL_ERRORS } from './errors/calls.ts'
import { CERTIFICATE_ERRORS } from './errors/certificates.ts'
import { SIGN_IN_ERRORS } from './errors/sign-in.ts'
import { WORKSPACE_ERRORS } from './errors/workspaces.ts'

export const ERRORS = {
  ...CALL_ERRORS,
  ...SIGN_IN_ERRORS,
  ...ACCOUNT_ERRORS,
  ...WORKSPACE_ERRORS,
  ...CERTIFICATE_ERRORS,
} as const

/** A key of {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS

/** What an error answer carries when the caller accepts `application/problem+json` (RFC 9457). */
export type Problem = {
  code: ErrorCode
  title: string
  detail: string
  status: number
  requestId: string
  /** Values that help the reader: limits, field names, ids. Never secrets. */
  details?: Readonly<Record<string, unknown>>
}
