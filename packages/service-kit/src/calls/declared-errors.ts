/** The errors that the definition of a call declares, and the check that its handler throws no others. */
import { type CallDefinition, commonErrors } from '@inkproof/protocol/call'
import type { ErrorCode } from '@inkproof/protocol/errors'
import { AppError } from '../app-error.ts'

/** Possible for every call. */
const ANY_CALL = ['INTERNAL', 'UNAVAILABLE', 'STORAGE_FULL'] as const

/** Codes of all errors that a call can return. */
export function errorsOf(definition: CallDefinition): ErrorCode[] {
  const codes = [...commonErrors(definition), ...(definition.errors ?? []), ...ANY_CALL]
  return [...new Set(codes)]
}

/**
 * Returns an Error if the handler of a call has thrown an AppError that the definition does not declare, so that a
 * test which provokes it fails, and the documentation lists every error. Returns any other error unchanged.
 */
export function requireDeclared(definition: CallDefinition, error: unknown): unknown {
  if (!(error instanceof AppError) || errorsOf(definition).includes(error.code)) return error
  const { method, path } = definition
  return new Error(
    `${method} ${path} throws ${error.code}, which its definition does not declare`,
    {
      cause: error,
    },
  )
}
