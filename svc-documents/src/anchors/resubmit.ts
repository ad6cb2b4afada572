/**
 * Submits the anchored state to the witnesses again while the record is quiet. A fresh cosignature says that this was
 * still the largest state at its time.
 */
import { fromHex, to0x } from '@inkproof/proof/bytes'
import { headHash } from '@inkproof/proof/log-anchor'
import type { HeadsStore } from '../log/heads-store.ts'
import type { CosignatureCollector } from '../witnesses/collect-cosignatures.ts'
import type { AnchorStore } from './anchor-store.ts'
import type { SignNote } from './plan.ts'

export type ResubmitDeps = {
  heads: Pick<HeadsStore, 'read'>
  store: Pick<AnchorStore, 'findByHead'>
  cosignatures: CosignatureCollector
  signNote: SignNote
}

/** Age from which a cosignature is renewed. */
export const RESUBMIT_MS = 3_600_000
/** How often the age is compared. */
export const RESUBMIT_POLL_MS = 60_000

/** Renews the cosignatures on the newest final anchor, unless a newer anchor is due: that one is submitted anyway. */
export async function resubmitIfQuiet(deps: ResubmitDeps): Promise<void> {
  const { anchor, settled, pending, nextAnchorAt } = await deps.heads.read()
  const isQuiet = settled?.size === anchor?.size && !pending && !nextAnchorAt
  if (!settled || !isQuiet) return
  const { size, root } = settled
  const row = await deps.store.findByHead(to0x(headHash(BigInt(size), fromHex(root))))
  // Without its row, the state is signed by the current key alone.
  const note = row?.note ?? (await deps.signNote(size, root, size))
  await deps.cosignatures.collect({ size, root, note }, RESUBMIT_MS)
}
