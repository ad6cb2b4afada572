import { certificateState } from '@inkproof/proof/status'
import type { AnchorHead, Heads } from '@inkproof/protocol/log'

/** How far a certificate has come. Never stored: it follows from the entry's index and the heads. */
export type CertificateProgress =
  /** Kept safely, not yet under a signed state of the record. */
  | { step: 'received' }
  /** Under a signed state of the record; `isSent` once a transaction that covers it is on its way. */
  | { step: 'logged'; isSent: boolean }
  /** On the blockchain, with fewer confirmations than wanted. */
  | { step: 'anchored'; confirmations: number; wanted: number }
  | { step: 'final'; confirmations: number }

export function progressOf(index: number, heads: Heads): CertificateProgress {
  const { pending, confirmationsWanted: wanted } = heads
  const anchor = anchorFor(index, heads)
  const state = certificateState(index, heads)
  if (state === 'received') return { step: 'received' }
  if (state === 'logged' || anchor === null) {
    return { step: 'logged', isSent: pending !== null && index < pending.size }
  }
  const { confirmations } = anchor
  return confirmations >= wanted
    ? { step: 'final', confirmations }
    : { step: 'anchored', confirmations, wanted }
}

/** The anchor that speaks for an entry: one that is settled, else the newest. */
export function anchorFor(index: number, { anchor, settled }: Heads): AnchorHead | null {
  return settled !== null && index < settled.size ? settled : anchor
}

export function isOnChain({ step }: CertificateProgress): boolean {
  return step === 'anchored' || step === 'final'
}
