/** Signs the receipts that were requested, in the `log` role. */
import { fromHex } from '@inkproof/proof/bytes'
import { decodeEntry, KINDS } from '@inkproof/proof/leaf'
import type { SignerKey } from '@inkproof/proof/note'
import { signRevocationReceipt } from '@inkproof/proof/revocation-receipt'
import type { Log } from '@inkproof/service-kit/log'
import { type EntryStore, leafOf } from '../log/entry-store.ts'
import type { ReceiptStore } from './receipt-store.ts'
import type { ReceiptRow } from './receipts.model.ts'

export type SignReceiptsDeps = {
  receipts: Pick<ReceiptStore, 'findUnsigned' | 'sign'>
  entries: Pick<EntryStore, 'bytesAt'>
  key: SignerKey
  /** Time from the signature to the deadline. */
  deadlineMs: number
  /** Whether the log works: nothing is promised while it cannot be extended. */
  mayPromise: () => Promise<boolean>
  now: () => Date
  log: Log
}

/** Signs a batch of receipts. A row that does not match the entries of the log is reported and not signed. */
export async function signReceipts(deps: SignReceiptsDeps): Promise<void> {
  const rows = await deps.receipts.findUnsigned()
  if (rows.length === 0 || !(await deps.mayPromise())) return
  const entries = await deps.entries.bytesAt(
    rows.flatMap(({ index, revokedBy }) => [index, revokedBy]),
  )
  for (const row of rows) {
    if (isOfLog(row, entries)) await sign(deps, row)
    else deps.log.error({ receipt: row._id }, 'a requested receipt does not match the entries')
  }
}

async function sign(
  { receipts, key, deadlineMs, now }: SignReceiptsDeps,
  row: ReceiptRow,
): Promise<void> {
  const deadline = new Date(Math.floor((now().getTime() + deadlineMs) / 1000) * 1000)
  const receipt = {
    origin: key.name,
    index: BigInt(row.index),
    entry: fromHex(row.entry),
    revocation: fromHex(row.revocation),
    requestedAt: row.requestedAt,
    deadline,
  }
  await receipts.sign(row._id, { deadline, note: signRevocationReceipt(receipt, key) })
}

/** The log commits itself only to entries that it has: whoever can write rows cannot make it promise anything else. */
function isOfLog(row: ReceiptRow, entries: ReadonlyMap<number, Buffer>): boolean {
  const [entry, revocation] = [entries.get(row.index), entries.get(row.revokedBy)]
  if (!entry || !revocation) return false
  const { kind, previous } = decodeEntry(revocation)
  return (
    kind === KINDS.revoked &&
    previous === BigInt(row.index) &&
    leafOf(entry).leafHash.toString('hex') === row.entry &&
    leafOf(revocation).leafHash.toString('hex') === row.revocation
  )
}
