import type { AnchorHead, Heads } from '@inkproof/protocol/log'

type Sizes = {
  logged?: number
  anchored?: number
  confirmations?: number
  /** Size of the newest final anchor, if the newest anchor is not final. */
  settled?: number
  pending?: number
}

const HASH = `0x${'1'.repeat(64)}`
const ADDRESS = `0x${'a'.repeat(40)}`
const TIMESTAMP = '2026-05-03T10:00:00.000Z'

const ROOT = 'b'.repeat(64)

/** Heads of a record with these sizes. */
export function headsWith({ logged, anchored, confirmations = 2, settled, pending }: Sizes): Heads {
  const finalAnchor = settled === undefined ? null : anchorHead(settled, 2)
  const anchor = anchored === undefined ? null : anchorHead(anchored, confirmations)
  return {
    checkpoint: logged === undefined ? null : { size: logged, root: ROOT, signedAt: TIMESTAMP },
    anchor,
    settled: anchor && anchor.confirmations >= 2 ? anchor : finalAnchor,
    pending: pending === undefined ? null : { size: pending, txHash: HASH },
    nextAnchorAt: null,
    trouble: null,
    confirmationsWanted: 2,
    chain: { id: 31337, contract: ADDRESS, operator: ADDRESS, embedded: true },
  }
}

function anchorHead(size: number, confirmations: number): AnchorHead {
  return {
    size,
    root: ROOT,
    txHash: HASH,
    blockNumber: 7,
    blockHash: HASH,
    blockTime: TIMESTAMP,
    confirmations,
  }
}
