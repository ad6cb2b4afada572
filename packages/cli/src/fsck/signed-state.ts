import { fromUtf8 } from '@inkproof/proof/bytes'
import { parseRotationsFile, ROTATIONS_PATH } from '@inkproof/proof/rotations-file'
import { messageOf } from '../monitor/audit-entries.ts'
import { openRecordCheckpoint, type Rotations } from '../monitor/record-keys.ts'
import type { PinnedRecord } from '../monitor/record-policy.ts'
import type { Folder } from './folder.ts'

const CHECKPOINT = 'checkpoint'

/** The state in the folder's checkpoint, whose signature is valid, and the published rotations of the key. */
export type SignedState = { size: number; root: Uint8Array; rotations: Rotations }

/** Reads the signed state. Reports a missing or invalid file, and then returns undefined. */
export async function readSignedState(
  folder: Folder,
  record: PinnedRecord,
): Promise<SignedState | undefined> {
  let path = ROTATIONS_PATH
  try {
    const rotationsFile = await folder.read(path)
    const rotations = rotationsFile
      ? parseRotationsFile(record.origin, fromUtf8(rotationsFile))
      : []
    path = CHECKPOINT
    const note = await folder.read(path)
    if (!note) throw new Error('the file is missing')
    const { size, root } = openRecordCheckpoint(fromUtf8(note), record, rotations, path)
    return { size: Number(size), root, rotations }
  } catch (error) {
    folder.report(path, messageOf(error))
    return undefined
  }
}
