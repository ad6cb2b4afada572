/**
 * Signs states of the log with the key that counts for them, in the `log` role.
 *
 * Which key counts follows from the entries: the key of the last rotation below the state's size. States with a rotation
 * that is not anchored yet are also signed by the old key, so that they count for readers who do not know of the rotation.
 */
import { equal, fromHex, toHex, utf8 } from '@inkproof/proof/bytes'
import { signCheckpoint } from '@inkproof/proof/checkpoint'
import { rotationEntry } from '@inkproof/proof/log-key-rotation'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { SignerKey, VerifierKey } from '@inkproof/proof/note'
import type { PolicyJson } from '@inkproof/proof/policy'
import { formatRotationsFile, ROTATIONS_PATH } from '@inkproof/proof/rotations-file'
import type { Log } from '@inkproof/service-kit/log'
import { type ClaimLogKeyDeps, claimLogKey } from './claim-log-key.ts'
import type { KeyEntry } from './growing-tree.ts'
import type { LogFiles } from './log-files.ts'
import type { LogKeyRow } from './log-keys.model.ts'
import { policyKeysOf, recordedRotationsOf, rotationsOf, verifierKeysOf } from './log-keys.ts'
import { readBoth } from './unreadable-file.ts'

export type LogKeyRingDeps = ClaimLogKeyDeps & {
  files: LogFiles
  append: (entries: readonly Uint8Array[]) => Promise<number[]>
  log: Log
}

/** A state to sign. */
export type UnsignedState = {
  size: number
  /** Hex. */
  root: string
  /** Size of the anchored state before this one; 0 if there is none. */
  anchoredSize: number
}

export type LogKeyRing = {
  /** Name of the log. */
  origin: string
  /** The current key. */
  current: SignerKey
  /** Compares the settings with the stored keys. @throws StartRefused */
  prepare(): Promise<void>
  /** All keys of the log, in the order of their use. */
  keys(): readonly VerifierKey[]
  /** The keys as the policy lists them. */
  policyKeys(): PolicyJson['records'][number]['logKeys']
  /** Whether another instance has replaced the current key, so that this one can no longer sign. */
  isReplaced(): boolean
  /**
   * Appends the entry of the last rotation and publishes all rotations. Called at startup, when the tree matches the
   * signed states and before anything is signed. Does nothing for a log that never changed its key.
   */
  completeRotation(): Promise<void>
  /**
   * Returns the signed checkpoint of a state; undefined if only a lost key could sign it.
   *
   * @param keyEntries rotations in the tree, at least those below the state's size
   * @throws KeyReplaced
   */
  sign(state: UnsignedState, keyEntries: readonly KeyEntry[]): Promise<string | undefined>
  /** Stores that an anchor is final, which ends the validity of the old key of the rotations that it is the first to contain. */
  recordFinalAnchor(anchor: { size: number; previousSize: number }): Promise<void>
}

/** Thrown by an instance that has an earlier key than the log. */
export class KeyReplaced extends Error {
  override readonly name = 'KeyReplaced'
}

export function createLogKeyRing(deps: LogKeyRingDeps): LogKeyRing {
  const { current, previous, isPreviousLost } = deps.configured
  const state: State = { rows: [], isReplaced: false }
  return {
    origin: current.name,
    current,
    prepare: async () => {
      state.rows = await claimLogKey(deps)
      const last = state.rows.at(-1)
      const isDone = last?._id === 0 || last?.anchoredSize !== undefined
      if (isDone && (previous || isPreviousLost))
        deps.log.warn(
          'the checkpoint key is not being rotated: remove PREVIOUS_CHECKPOINT_KEY and LOST_CHECKPOINT_KEY',
        )
    },
    keys: () => verifierKeysOf(current.name, state.rows),
    policyKeys: () => policyKeysOf(current.name, state.rows),
    isReplaced: () => state.isReplaced,
    completeRotation: () => completeRotation(deps, state),
    sign: (unsigned, keyEntries) => sign(deps, state, unsigned, keyEntries),
    recordFinalAnchor: (anchor) => recordFinalAnchor(deps, state, anchor),
  }
}

type State = { rows: readonly LogKeyRow[]; isReplaced: boolean }

async function completeRotation(deps: LogKeyRingDeps, state: State): Promise<void> {
  const { store, append, log, configured } = deps
  const { name } = configured.current
  const [rotation, last] = [rotationsOf(state.rows).at(-1), state.rows.at(-1)]
  if (!rotation || !last) return
  if (last.anchoredSize === undefined) {
    // The same entry gets the same index, so only one of several instances and attempts appends it.
    const [index] = await append([rotationEntry(name, rotation, nodeSha256)])
    if (index !== last.index) {
      await store.setIndex(last._id, index as number)
      state.rows = await store.read()
      log.info({ index, key: last.publicKey }, 'the checkpoint key was rotated')
    }
  }
  await publishRotations(deps, state)
}

/** Writes the published rotations to both stores, unless they have them. */
async function publishRotations({ files, configured }: LogKeyRingDeps, { rows }: State) {
  const { name } = configured.current
  const bytes = utf8(formatRotationsFile(name, recordedRotationsOf(rows)))
  const { copies } = await readBoth(files, ROTATIONS_PATH)
  if (copies.every((copy) => copy !== undefined && equal(copy, bytes))) return
  await files.write(new Map([[ROTATIONS_PATH, bytes]]))
}

async function sign(
  deps: LogKeyRingDeps,
  state: State,
  { size, root, anchoredSize }: UnsignedState,
  keyEntries: readonly KeyEntry[],
): Promise<string | undefined> {
  const { current, previous } = deps.configured
  const origin = current.name
  const entries = keyEntries.filter(({ index }) => index < size)
  const numbers = await findKeyNumbers(deps, state, entries)
  const inForce = numbers.at(-1) ?? 0
  const replaced = numbers.filter((_, i) => (entries[i] as KeyEntry).index >= anchoredSize)
  const needed = [...replaced.map((number) => number - 1), inForce]
  const isOther = previous && !equal(previous.publicKey, current.publicKey)
  const held = isOther ? [previous, current] : [current]
  const signers = held.filter((key) =>
    needed.some((number) => state.rows[number]?.publicKey === toHex(key.publicKey)),
  )
  if (!signers.some((key) => toHex(key.publicKey) === state.rows[inForce]?.publicKey)) {
    if (inForce < numberOf(state, current)) return undefined
    state.isReplaced = true
    throw new KeyReplaced(
      'another process has rotated the checkpoint key: stop this process, or restart it with the new CHECKPOINT_KEY',
    )
  }
  const checkpoint = { origin, size: BigInt(size), root: fromHex(root) }
  return signCheckpoint(checkpoint, ...(signers as [SignerKey, ...SignerKey[]]))
}

/**
 * Returns the number of the key that each of these entries introduces.
 *
 * @throws Error for an entry that no stored rotation matches: only a faulty or malicious writer creates one
 */
async function findKeyNumbers(
  deps: LogKeyRingDeps,
  state: State,
  entries: readonly KeyEntry[],
): Promise<number[]> {
  // Rotations are stored before their entries, so the rows are complete if they have as many rotations as the tree.
  if (entries.length >= state.rows.length) state.rows = await deps.store.read()
  const { name } = deps.configured.current
  const known = rotationsOf(state.rows).map((rotation) => rotationEntry(name, rotation, nodeSha256))
  return entries.map(({ index, bytes }, i) => {
    const expected = known[i]
    if (expected && equal(expected, bytes)) return i + 1
    throw new Error(`entry ${index} is a rotation of the checkpoint key that is not stored`)
  })
}

function numberOf({ rows }: State, key: VerifierKey): number {
  return rows.findIndex(({ publicKey }) => publicKey === toHex(key.publicKey))
}

async function recordFinalAnchor(
  { store, log }: LogKeyRingDeps,
  state: State,
  { size, previousSize }: { size: number; previousSize: number },
): Promise<void> {
  const first = state.rows.find(
    ({ index, anchoredSize }) =>
      index !== undefined && anchoredSize === undefined && previousSize <= index && index < size,
  )
  if (!first) return
  await store.setAnchoredSize(first._id, size)
  state.rows = await store.read()
  log.info(
    { size, key: first.publicKey },
    'the rotation of the checkpoint key is anchored: PREVIOUS_CHECKPOINT_KEY and LOST_CHECKPOINT_KEY can be removed',
  )
}
