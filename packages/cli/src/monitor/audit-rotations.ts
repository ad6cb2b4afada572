/**
 * The rotations of the record's key: their signatures, their entries, and the signatures of the states that anchor them.
 */
import { type AnchorFile, parseAnchorFile } from '@inkproof/proof/anchor-file'
import { equal, from0x, fromUtf8, toHex } from '@inkproof/proof/bytes'
import {
  type RecordedRotation,
  rotationEntry,
  verifyRotation,
} from '@inkproof/proof/log-key-rotation'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { formatVkey, verifierKey } from '@inkproof/proof/note'
import { parseRotationsFile, ROTATIONS_PATH } from '@inkproof/proof/rotations-file'
import { leafHash } from '@inkproof/proof/tree'
import { type AuditDeps, messageOf } from './audit-entries.ts'
import { sizeOf } from './audit-tree.ts'
import type { AnchoredState } from './chain-state.ts'
import { Contradiction } from './contradiction.ts'
import type { RecordFiles } from './record-files.ts'
import { isSignedByKey } from './record-keys.ts'
import type { PinnedRecord } from './record-policy.ts'
import type { MonitorState } from './state-file.ts'

/**
 * Reads the published rotations and verifies their signatures; none if the file does not exist.
 *
 * @throws Contradiction ROTATION_INVALID; Unavailable
 */
export async function readRotations(
  files: RecordFiles,
  { origin, operators }: PinnedRecord,
): Promise<RecordedRotation[]> {
  const bytes = await files.readIfExists(ROTATIONS_PATH)
  if (!bytes) return []
  try {
    const rotations = parseRotationsFile(origin, fromUtf8(bytes))
    for (const rotation of rotations)
      verifyRotation(origin, rotation, operators.map(from0x), nodeEd25519, nodeSha256)
    return rotations
  } catch (error) {
    const message = `The published rotations of the record’s key are invalid: ${messageOf(error)}`
    throw new Contradiction('ROTATION_INVALID', message, { path: ROTATIONS_PATH })
  }
}

/**
 * Compares the published rotations with the entries: each entry of kind 6 must be published, and each published rotation
 * must be such an entry.
 *
 * @throws Contradiction ROTATION_MISSING, ROTATION_INVALID
 */
export function auditRotations(
  { leaves }: Pick<AuditDeps, 'leaves'>,
  { record: { origin }, rotations, tree }: MonitorState,
  published: readonly RecordedRotation[],
): void {
  const missing = rotations.find(
    (entry) => !published.some(({ index }) => Number(index) === entry.index),
  )
  if (missing)
    throw new Contradiction(
      'ROTATION_MISSING',
      `Entry ${missing.index} replaces the record’s key, but the rotation is not published.`,
      { path: ROTATIONS_PATH, index: missing.index },
    )
  for (const rotation of published) {
    const index = Number(rotation.index)
    // The rotation of an entry that the checkpoint does not contain yet.
    if (index >= sizeOf(tree)) continue
    const expected = leafHash(rotationEntry(origin, rotation, nodeSha256), nodeSha256)
    const found = leaves.read(index, 1)
    if (!equal(expected, found))
      throw new Contradiction('ROTATION_INVALID', `Entry ${index} is not the published rotation.`, {
        path: ROTATIONS_PATH,
        index,
        expected: toHex(expected),
        found: toHex(found),
      })
  }
}

/**
 * Checks that the first anchored state with each rotation is signed by both keys. Modifies the state, so that each
 * rotation is checked once, as soon as the anchor file is published.
 *
 * @throws Contradiction ROTATION_NOT_COSIGNED, FILE_MISSING, ANCHOR_FILE_DIFFERS; Unavailable
 */
export async function auditTransitions(
  deps: Pick<AuditDeps, 'files' | 'raise'>,
  state: MonitorState,
  published: readonly RecordedRotation[],
  anchors: readonly AnchoredState[],
): Promise<void> {
  const checked: KeyEntry[] = []
  for (const entry of state.rotations) {
    const { index } = entry
    const anchor = entry.anchor ?? anchors.find(({ size }) => size > index)?.size ?? null
    const rotation = published.find((one) => Number(one.index) === index)
    const isDue = !entry.isChecked && anchor !== null && rotation
    const isChecked = isDue ? await auditTransition(deps, state.record, rotation, anchor) : false
    checked.push({ index, anchor, isChecked: entry.isChecked || isChecked })
  }
  state.rotations = checked
}

type KeyEntry = MonitorState['rotations'][number]

/** Returns false while the anchor file is not published. */
async function auditTransition(
  { files, raise }: Pick<AuditDeps, 'files' | 'raise'>,
  { origin }: PinnedRecord,
  { index, oldKey, newKey, oldSignature }: RecordedRotation,
  size: number,
): Promise<boolean> {
  const path = `anchor/${size}`
  const file = (await readAnchor(files, path)) ?? (await assertNotPublished(files, path, size))
  if (!file) return false
  // The search of anchors may have begun later than the rotation.
  if ((file.previousSize ?? 0n) > index) return true
  // A key that is lost signs nothing.
  for (const publicKey of oldSignature ? [oldKey, newKey] : [newKey]) {
    const key = verifierKey(origin, publicKey)
    if (isSignedByKey(file.checkpoint, key)) continue
    const message = 'The first anchored state with a rotation is not signed by both keys.'
    const expected = formatVkey(key)
    const evidence = { now: file.checkpoint }
    raise(
      new Contradiction('ROTATION_NOT_COSIGNED', message, {
        path,
        index: Number(index),
        expected,
        evidence,
      }),
    )
  }
  return true
}

/** A file that is older than the newest one must exist. */
async function assertNotPublished(
  files: RecordFiles,
  path: string,
  size: number,
): Promise<undefined> {
  const latest = await readAnchor(files, 'anchor/latest')
  if (latest && latest.size >= size) await files.read(path)
}

async function readAnchor(files: RecordFiles, path: string): Promise<AnchorFile | undefined> {
  const bytes = await files.readIfExists(path)
  try {
    return bytes && parseAnchorFile(fromUtf8(bytes))
  } catch (error) {
    const message = `An anchor file is invalid: ${messageOf(error)}`
    throw new Contradiction('ANCHOR_FILE_DIFFERS', message, { path })
  }
}
