/** Reads this log's current state from the chain, independently of what was sent. */
import { from0x, fromHex, to0x, toHex, uintBe } from '@inkproof/proof/bytes'
import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { encodeHeadOf, headHash } from '@inkproof/proof/log-anchor'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { TileReader } from '@inkproof/proof/tile'
import { rootFromTiles } from '@inkproof/proof/tile-proofs'
import type { AnchorStore } from './anchor-store.ts'
import { AnchoringPaused } from './anchoring-paused.ts'
import type { AnchorRow } from './anchors.model.ts'
import { parseQuantity } from './node.ts'

/** A chain, the contract on it, and the operator of the log; addresses are 0x and lower case. */
export type AnchorTarget = { chainId: number; contract: string; operator: string }

export type ObserveDeps = {
  rpc: Rpc
  target: AnchorTarget
  store: AnchorStore
  /** Reads the files of the signed log. */
  read: TileReader
}

/** The log's head on the chain, and the row of the anchor that set it; undefined if the row was lost. */
export type AnchoredHead = { size: number; root: string; row: AnchorRow | undefined }

export type ChainView = {
  blockNumber: number
  baseFeeWei: bigint
  /** Null when nothing of this log is on the chain. */
  head: AnchoredHead | null
}

const NO_HEAD = `0x${'0'.repeat(64)}`
const CLOSED_HEAD = `0x${'0'.repeat(63)}1`

/**
 * Reads from the node which state of this log is anchored, and compares it with the log's files.
 *
 * @param size number of entries in the log's files
 * @throws AnchoringPaused node-unreachable, wrong-chain, key-closed, head-unknown
 */
export async function observe(deps: ObserveDeps, size: number): Promise<ChainView> {
  await assertExpectedChain(deps)
  const block = (await deps.rpc('eth_getBlockByNumber', ['latest', false])) as Record<
    string,
    unknown
  > | null
  const call = { to: deps.target.contract, data: encodeHeadOf(deps.target.operator) }
  const head = String(await deps.rpc('eth_call', [call, 'latest']))
  if (head === CLOSED_HEAD)
    throw new AnchoringPaused('key-closed', 'the log was handed over to another operator')
  return {
    blockNumber: Number(parseQuantity(block?.['number'])),
    baseFeeWei: block?.['baseFeePerGas'] ? parseQuantity(block['baseFeePerGas']) : 0n,
    head: head === NO_HEAD ? null : await resolveHead(deps, head, size),
  }
}

/**
 * Checks that the node is on the expected chain and that the contract exists there. A node on another
 * chain must never receive a signed transaction.
 *
 * @throws AnchoringPaused wrong-chain
 */
export async function assertExpectedChain({ rpc, target }: Pick<ObserveDeps, 'rpc' | 'target'>) {
  const chainId = Number(parseQuantity(await rpc('eth_chainId', [])))
  if (chainId !== target.chainId)
    throw new AnchoringPaused(
      'wrong-chain',
      `the node is on chain ${chainId}, not ${target.chainId}`,
    )
  const code = await rpc('eth_getCode', [target.contract, 'latest'])
  if (code === '0x')
    throw new AnchoringPaused('wrong-chain', `there is no contract at ${target.contract}`)
}

/**
 * Finds the state of this log that hashes to the contract's head, and checks it against the files.
 *
 * @throws AnchoringPaused head-unknown
 */
async function resolveHead(deps: ObserveDeps, head: string, size: number): Promise<AnchoredHead> {
  const row = await deps.store.findByHead(head)
  const state = row ? { size: row.toSize, root: row.toRoot } : await findAnchoredState(deps, head)
  if (!state)
    throw unknownHead(`the chain has the head ${head}, which matches no anchor of this log`)
  if (state.size > size)
    throw unknownHead(`${state.size} entries are anchored, but the log has only ${size}`)
  const root = toHex(await rootFromTiles(deps.read, BigInt(state.size), nodeSha256))
  if (root !== state.root)
    throw unknownHead(`the root of ${state.size} entries is ${root}, but ${state.root} is anchored`)
  return { ...state, row }
}

/** Finds the size and root of a head in the contract's events, if the row was lost. */
async function findAnchoredState(
  deps: ObserveDeps,
  head: string,
): Promise<{ size: number; root: string } | undefined> {
  for (const { data } of (await readAnchorEvents(deps)).toReversed()) {
    const size = uintBe(from0x(data.slice(0, 66)))
    const root = data.slice(66)
    if (to0x(headHash(size, fromHex(root))) === head) return { size: Number(size), root }
  }
  return undefined
}

/** Returns the operator's `Anchored` events, oldest first. */
export async function readAnchorEvents({
  rpc,
  target,
}: Pick<ObserveDeps, 'rpc' | 'target'>): Promise<{ data: string; transactionHash: string }[]> {
  const topics = [to0x(ANCHORED_TOPIC), `0x${target.operator.slice(2).padStart(64, '0')}`]
  const filter = { address: target.contract, topics, fromBlock: '0x0', toBlock: 'latest' }
  return (await rpc('eth_getLogs', [filter])) as { data: string; transactionHash: string }[]
}

function unknownHead(reason: string): AnchoringPaused {
  return new AnchoringPaused('head-unknown', reason)
}
