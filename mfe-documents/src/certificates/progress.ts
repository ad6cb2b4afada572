import { certificateState } from '@inkproof/proof/status'
import type { AnchorHead, Heads } from '@inkproof/protocol/log'

/** The progress of a certificate. Computed from the entry's index and the heads, never stored. */
export type CertificateProgress =
  /** Stored, but not yet in a signed state of the record. */
  | { step: 'received' }
  /** In a signed state of the record; `isSent` once a transaction that covers the entry was sent. */
  | { step: 'logged'; isSent: boolean }
  /** On the blockchain, with fewer confirmations than required. */
  | { step: 'anchored'; confirmations: number; required: number }
  | { step: 'final'; confirmations: number }

export function progressOf(index: number, heads: Heads): CertificateProgress {
  const { pending, confirmationsWanted: required } = heads
  const anchor = anchorFor(index, heads)
  const state = certificateState(index, heads)
  if (state === 'received') return { step: 'received' }
  if (state === 'logged' || anchor === null) {
    return { step: 'logged', isSent: pending !== null && index < pending.size }
  }
  const { confirmations } = anchor
  return confirmations >= required
    ? { step: 'final', confirmations }
    : { step: 'anchored', confirmations, required }
}

/** Returns the newest final anchor if it covers the entry, otherwise the newest anchor. */
export function anchorFor(index: number, { anchor, settled }: Heads): AnchorHead | null {
  return settled !== null && index < settled.size ? settled : anchor
}

export function isOnChain({ step }: CertificateProgress): boolean {
  return step === 'anchored' || step === 'final'
}
