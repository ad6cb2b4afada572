/** What a monitor reports: a record that contradicts itself, its own past, or the chain. */

/** Stable reasons. Each is explained in docs/monitor.md. */
export type ContradictionCode =
  | 'POLICY_CHANGED'
  | 'CHECKPOINT_INVALID'
  | 'CHECKPOINT_SHRANK'
  | 'CHECKPOINT_FORKED'
  | 'FILE_MISSING'
  | 'FILE_INVALID'
  | 'TILE_DIFFERS'
  | 'ENTRY_DIFFERS'
  | 'ENTRY_INVALID'
  | 'ROOT_DIFFERS'
  | 'LEAF_REPEATED'
  | 'ROTATION_MISSING'
  | 'ROTATION_INVALID'
  | 'ROTATION_NOT_COSIGNED'
  | 'KEY_REPLACED'
  | 'KEY_NOT_ACCEPTED'
  | 'STATUS_DIFFERS'
  | 'STATUS_WITHHELD'
  | 'ANCHOR_DIFFERS'
  | 'ANCHOR_FILE_DIFFERS'
  | 'ANCHOR_BEYOND_CHECKPOINT'
  | 'HEAD_DIFFERS'
  | 'HEAD_FROZEN'
  | 'NODE_FROZEN'
  | 'NOT_CHECKED'
  | 'NODE_ON_OTHER_CHAIN'
  | 'CONTRACT_MISSING'

/** Where the contradiction is, and the two values that contradict each other. */
export type ContradictionDetails = {
  /** Path of the file, relative to the record's address. */
  path?: string | undefined
  /** Index of an entry, or for an anchored state the index of its last entry. */
  index?: number | undefined
  expected?: string | undefined
  found?: string | undefined
  /** Signed notes that prove the contradiction to others, by what they are. */
  evidence?: Readonly<Record<string, string>> | undefined
}

/** Thrown at the first contradiction. `message` is an English sentence that may contain text of the record. */
export class Contradiction extends Error {
  override readonly name = 'Contradiction'
  readonly code: ContradictionCode
  readonly details: ContradictionDetails

  constructor(code: ContradictionCode, message: string, details: ContradictionDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/**
 * The record or the node did not respond, or not as the protocol requires. Says nothing about the record, so the
 * monitor tries again.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
