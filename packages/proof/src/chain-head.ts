/** Reads the head of a record from the contract, in the state after one block. */
import { addressFromWord } from './abi.ts'
import { equal, to0x, uintBe } from './bytes.ts'
import type { BlockReference, ChainNode } from './chain-rpc.ts'
import { CLOSED_HEAD, encodeHeadOf, encodeSuccessorOf } from './log-anchor.ts'
import { must } from './proof-error.ts'

/** A record's head on the chain: its hash, and the operator that anchors it now. */
export type ChainHead = { hash: Uint8Array; operator: Uint8Array }

/** Longest chain of handovers that is followed. */
const MAX_HANDOVERS = 16

/**
 * Reads the head of the record that `operator` anchors, or of its successors if the record was handed over. The
 * contract closes a head only when the named successor takes it over, so `successorOf` of a closed head is the
 * account that continues the record.
 *
 * @throws ProofError BAD_NODE_ANSWER, or an error of the node
 */
export async function readChainHead(
  node: ChainNode,
  contract: Uint8Array,
  operator: Uint8Array,
  { hash: blockHash }: Pick<BlockReference, 'hash'>,
): Promise<ChainHead> {
  let current = operator
  for (let handovers = 0; handovers <= MAX_HANDOVERS; handovers++) {
    const hash = await node.call(contract, encodeHeadOf(to0x(current)), blockHash)
    must(hash.length === 32, 'BAD_NODE_ANSWER', 'The contract did not return a head.')
    if (!equal(hash, CLOSED_HEAD)) return { hash, operator: current }
    const word = await node.call(contract, encodeSuccessorOf(to0x(current)), blockHash)
    current = addressFromWord(word)
    must(uintBe(current) !== 0n, 'BAD_NODE_ANSWER', 'A closed record has no successor.')
  }
  must(false, 'BAD_NODE_ANSWER', 'The record was handed over too often.')
}

/**
 * Returns the newest final block of a node. If the node does not report one, returns the newest block with the
 * required confirmations.
 *
 * @throws ProofError BAD_NODE_ANSWER, or an error of the node
 */
export async function readFinalBlock(node: ChainNode, required: number): Promise<BlockReference> {
  const finalized = await node.finalized()
  if (finalized) return finalized
  const { number } = await node.latest()
  const block = await node.block(number - BigInt(required) + 1n)
  must(block, 'BAD_NODE_ANSWER', 'The node has no final block.')
  return block
}
