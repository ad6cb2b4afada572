/** The errors that the definition of a call declares, and the check that its handler throws no others. */
import { type CallDefinition, commonErrors } from '@inkproof/protocol/call'
import type { ErrorCode } from '@inkproof/protocol/errors'
import { AppError } from '../app-error.ts'

/** Errors that every call can return. */
const UNIVERSAL_ERRORS = ['INTERNAL', 'UNAVAILABLE', 'STORAGE_FULL'] as const

/** Codes of all errors that a call can return. */
export function errorsOf(definition: CallDefinition): ErrorCode[] {
  const codes = [...commonErrors(definition), ...(definition.errors ?? []), ...UNIVERSAL_ERRORS]
  return [...new Set(codes)]
}

/**
 * Returns an Error if a call's handler has thrown an AppError that the definition does not declare, so that tests fail
 * until it is declared and documented. Returns any other error unchanged.
 */
export function replaceUndeclaredError(definition: CallDefinition, error: unknown): unknown {
  if (!(error instanceof AppError) || errorsOf(definition).includes(error.code)) return error
  const { method, path } = definition
  return new Error(
    `${method} ${path} throws ${error.code}, which its definition does not declare`,
    {
      cause: error,
    },
  )
}
