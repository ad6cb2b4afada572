/** Finds revocations that missed the deadline of their receipt. */
import type { HeadsStore } from '../log/heads-store.ts'
import type { ReceiptStore } from './receipt-store.ts'

export type FindOverdueDeps = {
  receipts: Pick<ReceiptStore, 'readDue'>
  heads: Pick<HeadsStore, 'read'>
}

/** Returns a sentence for each revocation whose deadline has passed and whose entry no final anchor covers. */
export async function findOverdue(deps: FindOverdueDeps, now: Date): Promise<string[]> {
  const { settled } = await deps.heads.read()
  const anchoredSize = settled?.size ?? 0
  const findings: string[] = []
  for await (const rows of deps.receipts.readDue(now))
    for (const { index, revokedBy, deadline } of rows)
      if (revokedBy >= anchoredSize)
        findings.push(
          `the revocation of entry ${index} was promised by ${deadline?.toISOString()}, but entry ${revokedBy} is not in a final anchor`,
        )
  return findings
}
