/** Computes the log entry of a step of a signing request (packages/signing step). */
import { KINDS, NO_PREVIOUS, type Opening } from '@inkproof/proof/leaf'
import { must } from '@inkproof/proof/proof-error'
import type { OpeningJson } from '@inkproof/protocol/certificates'
import { commitTo } from '../log/opening-entry.ts'

/**
 * Computes the entry of a step. Claims are recorded as they are: a `wallet` claim is not verified.
 *
 * @throws AppError INVALID_INPUT unless the opening is a valid one of kind 5 that names no entry, or of kind 2
 */
export function stepEntry(json: OpeningJson): ReturnType<typeof commitTo> {
  return commitTo(json, requireStepKind)
}

function requireStepKind({ kind, previous }: Opening): void {
  const isStep = kind === KINDS.revoked || (kind === KINDS.event && previous === NO_PREVIOUS)
  must(isStep, 'BAD_KIND', 'expected kind 5 without a previous entry, or kind 2')
}
