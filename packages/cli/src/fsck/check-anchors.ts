import { parseAnchorFile } from '@inkproof/proof/anchor-file'
import { equal, fromUtf8, to0x } from '@inkproof/proof/bytes'
import { verifyChainProof } from '@inkproof/proof/chain'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { rootFromTiles } from '@inkproof/proof/tile-proofs'
import { messageOf } from '../monitor/audit-entries.ts'
import { openRecordCheckpoint } from '../monitor/record-keys.ts'
import type { PinnedRecord } from '../monitor/record-policy.ts'
import type { Folder } from './folder.ts'
import type { SignedState } from './signed-state.ts'

/** Reports every anchor file that is malformed, or whose state or proof of the block does not match the record. */
export async function checkAnchors(
  folder: Folder,
  record: PinnedRecord,
  signed: SignedState,
): Promise<void> {
  // With damaged tiles, an older root cannot be recomputed.
  const areTilesIntact = folder.counts().damaged === 0
  for (const name of await folder.list('anchor')) {
    if (!/^(latest|\d+)$/.test(name)) continue
    const path = `anchor/${name}`
    const bytes = await folder.read(path)
    try {
      await checkAnchor(folder, record, signed, { name, path, bytes, areTilesIntact })
    } catch (error) {
      folder.report(path, messageOf(error))
    }
  }
}

type StoredAnchor = {
  name: string
  path: string
  bytes: Uint8Array | undefined
  areTilesIntact: boolean
}

/** @throws Error with what is wrong */
async function checkAnchor(
  folder: Folder,
  record: PinnedRecord,
  { size, root, rotations }: SignedState,
  { name, path, bytes, areTilesIntact }: StoredAnchor,
): Promise<void> {
  const file = parseAnchorFile(fromUtf8(bytes ?? new Uint8Array()))
  const state = openRecordCheckpoint(file.checkpoint, record, rotations, path)
  if (state.size !== file.size || (name !== 'latest' && String(state.size) !== name))
    throw new Error(`the file contains the state of ${state.size} entries`)
  if (state.size > size) throw new Error(`anchors ${state.size} entries, more than are signed`)
  const { contract, chainId } = file.chain
  if (to0x(contract) !== record.contract || String(chainId) !== record.chainId)
    throw new Error('the anchor is on another chain or in another contract')
  verifyChainProof(file.chain, state)
  if (!areTilesIntact) return
  const read = async (tile: string) => {
    const content = await folder.read(tile)
    if (content) return content
    throw new Error(`${tile} is missing`)
  }
  const expected =
    Number(state.size) === size ? root : await rootFromTiles(read, state.size, nodeSha256)
  if (!equal(expected, state.root)) throw new Error('the root is not that of the record')
}
