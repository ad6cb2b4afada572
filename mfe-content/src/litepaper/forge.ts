import { leafHash, verifyConsistency } from '@inkproof/proof/tree'
import {
  appendLeaf,
  consistencyProof,
  emptyRange,
  type NodeReader,
  rangeRoot,
} from '@inkproof/proof/tree-builder'
import { t } from '@inkproof/texts/text'

/** A state of the record: its number of entries and their root. */
export type State = { size: bigint; root: Uint8Array }

/** An attempt and the arguments that would be sent to the contract. */
export type Attempt = {
  id: 'remove' | 'replace' | 'start-over' | 'honest'
  title: string
  /** One sentence that says what the operator attempts. */
  description: string
  old: State
  next: State
  proof: Uint8Array[]
}

const EMPTY_STATE: State = { size: 0n, root: new Uint8Array(32) }

/**
 * Returns the attempts that an operator could make to remove an entry, and one honest addition, which shows that the
 * contract does not simply refuse everything. Computes complete trees; signs and sends nothing.
 *
 * @param leaves leaf hashes of the anchored record, in order
 * @param index the entry to remove
 */
export function attemptsToRemove(leaves: readonly Uint8Array[], index: number): Attempt[] {
  const anchored = buildTree(leaves)
  const rest = leaves.filter((_, leafIndex) => leafIndex !== index)
  const shorter = buildTree(rest)
  const refilled = buildTree([...rest, blankLeaf(1), blankLeaf(2)])
  const longer = buildTree([...leaves, blankLeaf(1)])
  return [
    {
      id: 'remove',
      title: t('Remove the entry'),
      description: t('The record without the entry, one entry shorter than before.'),
      old: anchored.state,
      next: shorter.state,
      proof: [],
    },
    {
      id: 'replace',
      title: t('Remove the entry and fill the gap'),
      description: t('The record without the entry, extended with two new entries.'),
      old: anchored.state,
      next: refilled.state,
      proof: consistencyProof(anchored.state.size, refilled.state.size, refilled.read),
    },
    {
      id: 'start-over',
      title: t('Pretend there was no record'),
      description: t('The record without the entry, presented as the first state.'),
      old: EMPTY_STATE,
      next: shorter.state,
      proof: [],
    },
    honestAttempt(anchored.state, longer),
  ]
}

type Tree = { state: State; read: NodeReader }

function honestAttempt(anchored: State, longer: Tree): Attempt {
  const proof = consistencyProof(anchored.size, longer.state.size, longer.read)
  // A wrong proof here would make the contract refuse for the wrong reason.
  verifyConsistency(anchored.size, longer.state.size, anchored.root, longer.state.root, proof)
  return {
    id: 'honest',
    title: t('Play by the rules'),
    description: t('The complete record with one entry added at the end.'),
    old: anchored,
    next: longer.state,
    proof,
  }
}

function buildTree(leaves: readonly Uint8Array[]): Tree {
  const nodes = new Map<string, Uint8Array>()
  const range = emptyRange()
  for (const leaf of leaves) {
    appendLeaf(range, leaf, undefined, ({ level, index }, node) => {
      nodes.set(`${level}/${index}`, node)
    })
  }
  return {
    state: { size: range.size, root: rangeRoot(range) },
    read(level, index) {
      const node = nodes.get(`${level}/${index}`)
      if (node === undefined) throw new Error(`the tree has no node ${level}/${index}`)
      return node
    },
  }
}

/** Leaf of an entry that commits to nothing. */
function blankLeaf(number: number): Uint8Array {
  return leafHash(new Uint8Array(42).fill(number))
}
