import type { Heads } from '@inkproof/protocol/log'

type Sizes = { logged?: number; anchored?: number; confirmations?: number; pending?: number }

const WORD = `0x${'1'.repeat(64)}`
const ADDRESS = `0x${'a'.repeat(40)}`
const AT = '2026-05-03T10:00:00.000Z'

/** Heads of a record that has come this far. */
export function headsWith({ logged, anchored, confirmations = 2, pending }: Sizes): Heads {
  const root = 'b'.repeat(64)
  return {
    checkpoint: logged === undefined ? null : { size: logged, root, signedAt: AT },
    anchor:
      anchored === undefined
        ? null
        : {
            size: anchored,
            root,
            txHash: WORD,
            blockNumber: 7,
            blockHash: WORD,
            blockTime: AT,
            confirmations,
          },
    pending: pending === undefined ? null : { size: pending, txHash: WORD },
    nextAnchorAt: null,
    trouble: null,
    confirmationsWanted: 2,
    chain: { id: 31337, contract: ADDRESS, operator: ADDRESS, embedded: true },
  }
}
