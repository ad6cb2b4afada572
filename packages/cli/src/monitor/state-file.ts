/** What a monitor remembers between checks: a JSON file that is replaced atomically, and the file of leaf hashes. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromBase64, toBase64, toHex } from '@inkproof/proof/bytes'
import { decodeStatusSnapshot, encodeStatusSnapshot } from '@inkproof/proof/status-codec'
import { type AuditTree, emptyAuditTree, rootOf, sizeOf } from './audit-tree.ts'
import type { PinnedRecord } from './record-policy.ts'
import { emptyStatusAudit, type StatusAudit } from './status-audit.ts'

/** Everything that was checked, as of the last check without a contradiction. */
export type MonitorState = {
  record: PinnedRecord
  tree: AuditTree
  status: StatusAudit
  /** The signed note of the checkpoint at the tree's size; null before the first check. */
  checkpoint: string | null
  /** The largest anchored state seen in a final block; null before. */
  anchored: { size: number; root: string } | null
  /** SHA-256 (hex) of the newest anchor file that was checked; null before. */
  anchorFile: string | null
  /** The block from which anchors are read again. */
  nextBlock: string
  /**
   * The entries that replace the record's key, the size of the first anchored state with each, and whether its signatures
   * were checked.
   */
  rotations: readonly { index: number; anchor: number | null; isChecked: boolean }[]
  /** Index of the last entry that is not a status entry; -1 when there is none. */
  lastContent: number
  /** When entries that no anchor covers were first seen, in milliseconds since 1970; null when there are none. */
  waitingSinceMs: number | null
  /** Time of the node's newest block, in milliseconds since 1970; null before the first check. */
  blockTimeMs: number | null
  /** When the last check was completed, in milliseconds since 1970; null before the first one. */
  checkedAtMs: number | null
}

/** The state file is damaged, or belongs to another version or record. */
export class StateError extends Error {
  override readonly name = 'StateError'
}

const VERSION = 1

/** Path of the leaf hashes that belong to a state file. */
export function leavesPath(statePath: string): string {
  return `${statePath}.leaves`
}

export function newState(record: PinnedRecord, fromBlock: bigint): MonitorState {
  return {
    record,
    tree: emptyAuditTree(),
    status: emptyStatusAudit(),
    checkpoint: null,
    anchored: null,
    anchorFile: null,
    nextBlock: String(fromBlock),
    rotations: [],
    lastContent: -1,
    waitingSinceMs: null,
    blockTimeMs: null,
    checkedAtMs: null,
  }
}

/** Reads the state; undefined when the file does not exist. @throws StateError */
export function loadState(path: string): MonitorState | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StateError(`${path} cannot be read: ${(error as Error).message}`)
  }
  let state: MonitorState
  let root: string
  try {
    ;({ state, root } = decode(JSON.parse(text) as StoredState))
  } catch {
    throw new StateError(`${path} is damaged, or not a state file of this version.`)
  }
  if (toHex(rootOf(state.tree)) !== root)
    throw new StateError(`${path} is damaged: its hashes do not match its root.`)
  return state
}

/** Replaces the state file. After a crash, the file has either the old or the new content. */
export function saveState(path: string, state: MonitorState): void {
  const temporary = `${path}.new`
  writeFileSync(temporary, `${JSON.stringify(encode(state))}\n`, { flush: true })
  renameSync(temporary, path)
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

type StoredState = Omit<MonitorState, 'tree' | 'status'> & {
  version: number
  size: number
  root: string
  nodes: string[]
  edges: string[][]
  bitmap: string
  recent: StatusAudit['recent']
  statuses: StatusAudit['statuses']
}

function encode({ tree, status, ...others }: MonitorState): StoredState {
  const { bitmap, recent, statuses } = status
  return {
    version: VERSION,
    ...others,
    size: sizeOf(tree),
    root: toHex(rootOf(tree)),
    nodes: tree.range.nodes.map(toBase64),
    edges: tree.edges.map((hashes) => hashes.map(toBase64)),
    bitmap: toBase64(encodeStatusSnapshot({ index: 0n, n: tree.range.size, bitmap })),
    recent,
    statuses,
  }
}

function decode(stored: StoredState): { state: MonitorState; root: string } {
  const { version, size, root, nodes, edges, bitmap, recent, statuses, ...others } = stored
  if (version !== VERSION) throw new Error('another version')
  const state = {
    ...others,
    // State files of earlier versions lack these two; there were no rotations.
    rotations: others.rotations ?? [],
    checkedAtMs: others.checkedAtMs ?? null,
    tree: {
      range: { size: BigInt(size), nodes: nodes.map(fromBase64) },
      edges: edges.map((hashes) => hashes.map(fromBase64)),
    },
    status: { bitmap: decodeStatusSnapshot(fromBase64(bitmap)).bitmap, recent, statuses },
  }
  return { state, root }
}
