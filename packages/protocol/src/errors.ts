/**
 * Every error that users and API clients can receive: one row per code, in one file per feature under errors/.
 *
 * Its row is the only place that defines a code, its HTTP status and its text; the services' error responses, the
 * front ends and docs/errors.md all use it. Codes are never reused.
 */
import { ACCOUNT_ERRORS } from './errors/account.ts'
import { CALL_ERRORS } from './errors/calls.ts'
import { CERTIFICATE_ERRORS } from './errors/certificates.ts'
import { FILE_ERRORS } from './errors/files.ts'
import { SIGN_IN_ERRORS } from './errors/sign-in.ts'
import { SIGNING_ERRORS } from './errors/signing.ts'
import { WORKSPACE_ERRORS } from './errors/workspaces.ts'

export const ERRORS = {
  ...CALL_ERRORS,
  ...SIGN_IN_ERRORS,
  ...ACCOUNT_ERRORS,
  ...WORKSPACE_ERRORS,
  ...CERTIFICATE_ERRORS,
  ...FILE_ERRORS,
  ...SIGNING_ERRORS,
} as const

/** A key of {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS

/** The body of an error response if the caller accepts `application/problem+json` (RFC 9457). */
export type Problem = {
  code: ErrorCode
  title: string
  detail: string
  status: number
  requestId: string
  /** Values that help to fix the problem: limits, field names, ids. Never secrets. */
  details?: Readonly<Record<string, unknown>>
}
