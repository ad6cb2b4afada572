/**
 * The standing as of the newest final block of a node that the user chose: the record's head in the contract must be
 * the hash of a state whose status covers all its entries. For a certificate whose own state is in a newer block, that
 * state counts.
 */
import { type AnchorFile, parseAnchorFile } from './anchor-file.ts'
import { equal, fromUtf8 } from './bytes.ts'
import { readChainHead, readFinalBlock } from './chain-head.ts'
import type { BlockReference, ChainNode } from './chain-rpc.ts'
import { readCheckpoint } from './checkpoint.ts'
import { headHash } from './log-anchor.ts'
import { findEnding } from './newer-entries.ts'
import type { ParsedProof } from './parsed-proof.ts'
import type { TrustedChain, TrustedRecord } from './policy.ts'
import { must, ProofError } from './proof-error.ts'
import { makeSentence } from './sentence.ts'
import { type RecordInput, type Standing, unknownStanding } from './standing-input.ts'
import { type RecordState, stateFromAnchor } from './state.ts'
import type { TileReader } from './tile.ts'

type Input = RecordInput & { node: ChainNode }

/** How many anchored states before the newest one are read to find the one that is final for this node. */
const MAX_OLDER_ANCHORS = 64

/**
 * A record publishes an anchored state shortly after its block is final, so a state that is missing is read again after
 * this time, up to {@link MAX_READS} times.
 */
const READ_AGAIN_MS = 500
const MAX_READS = 4

/** @throws ProofError or an error of the node or the record when the standing cannot be determined */
export async function standingFromChain(input: Input): Promise<Standing> {
  const { node, parsed, record, states } = input
  const chain = chainOf(parsed, record)
  const chainId = await node.chainId()
  must(chainId === chain.chainId, 'NODE_ON_OTHER_CHAIN', 'The node is on another chain.')
  const block = await readFinalBlock(node, record.confirmations)
  const head = await readChainHead(node, chain.contract, chain.operators[0], block)
  // The finality of the certificate's first state is another check: the policy's confirmations suffice, although the
  // node may call its block final much later.
  const first = states.at(-1)
  const own = first?.confirmedTime && first.block
  const newest = own && own.number > block.number ? own : block
  const state = newest === own ? first : await findState(input, head.hash)
  if (!state) return await standingBeforeNewerState(input, chain, head.operator, block)
  const by = await findEnding(state, input)
  if (by) return { kind: 'ended', by }
  if (state.standing !== 'clear') {
    return unknownStanding(
      'NO_FRESH_STATUS',
      makeSentence('The record’s newest state on the blockchain has no status.'),
    )
  }
  return { kind: 'not ended', asOf: newest.time, source: 'blockchain', isNewest: true }
}

/** The chain of the record: from the policy; for a key alone, from the proof, because the origin commits to it. */
function chainOf({ file }: ParsedProof, record: TrustedRecord): TrustedChain {
  if (record.chain) return record.chain
  must(file.chain, 'NO_BLOCK', 'The proof does not name a block.')
  const { chainId, contract, operator } = file.chain
  return { chainId, contract, operators: [operator] }
}

/** Finds the state with this head hash, in the proof or among the record's newest anchored states. */
async function findState(input: Input, head: Uint8Array): Promise<RecordState | undefined> {
  const { states, read, parsed, record } = input
  const isHead = ({ size, root }: { size: bigint; root: Uint8Array }) =>
    equal(headHash(size, root), head)
  const own = states.find(({ checkpoint }) => isHead(checkpoint))
  if (own || !read) return own
  for (let attempt = 1; ; attempt++) {
    const anchor = await findAnchor(read, ({ checkpoint }) => isHead(readCheckpoint(checkpoint)))
    if (anchor) return await stateFromAnchor(read, anchor, parsed, record)
    if (attempt === MAX_READS) return undefined
    await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS))
  }
}

/** Reads the newest anchored state and the ones before it, until one matches. */
async function findAnchor(
  read: TileReader,
  matches: (anchor: AnchorFile) => boolean,
): Promise<AnchorFile | undefined> {
  let name = 'latest'
  for (let count = 0; count <= MAX_OLDER_ANCHORS; count++) {
    const anchor = parseAnchorFile(fromUtf8(await read(`anchor/${name}`)))
    if (matches(anchor)) return anchor
    if (!anchor.previousSize) return undefined
    name = String(anchor.previousSize)
  }
  return undefined
}

/**
 * The record has a state on the chain that neither the proof nor the record shows. The certificate was not revoked
 * until that state was anchored, if the proof has a status for the state before it.
 */
async function standingBeforeNewerState(
  input: Input,
  { contract }: TrustedChain,
  operator: Uint8Array,
  head: BlockReference,
): Promise<Standing> {
  const { node, states } = input
  const state = states.find(({ standing }) => standing === 'clear')
  if (!state?.block || state.confirmedTime === undefined) return HEAD_NOT_SHOWN
  const next = await findNextAnchorTime(node, { contract, operator }, state.block.number, head)
  const asOf = next ?? state.confirmedTime
  return { kind: 'not ended', asOf, source: 'proof file', isNewest: false }
}

/** Time of the first anchor after a block; undefined if the node cannot search that many blocks. */
async function findNextAnchorTime(
  node: ChainNode,
  source: { contract: Uint8Array; operator: Uint8Array },
  after: bigint,
  head: BlockReference,
): Promise<bigint | undefined> {
  try {
    const [first] = await node.anchoredStates(source, { from: after + 1n, to: head.number })
    return first && (await node.block(first.blockNumber))?.time
  } catch (error) {
    if (error instanceof ProofError && error.code !== 'BAD_NODE_ANSWER') throw error
    return undefined
  }
}

const HEAD_NOT_SHOWN: Standing = unknownStanding(
  'HEAD_NOT_SHOWN',
  makeSentence(
    'The record’s newest state on the blockchain is missing. Get a newer proof file, or allow access to the record.',
  ),
)
