/** Reads this log's current state on the chain. Nothing here relies on what was sent. */
import { from0x, fromHex, to0x, toHex, uintBe } from '@inkproof/proof/bytes'
import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { encodeHeadOf, headHash } from '@inkproof/proof/log-anchor'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { TileReader } from '@inkproof/proof/tile'
import { rootFromTiles } from '@inkproof/proof/tile-proofs'
import type { AnchorStore } from './anchor-store.ts'
import { AnchoringWaits } from './anchoring-waits.ts'
import type { AnchorRow } from './anchors.model.ts'
import { quantity } from './node.ts'

/** A chain, the contract on it, and the operator of the log; addresses are 0x and lower case. */
export type Place = { chainId: number; contract: string; operator: string }

export type ObserveDeps = {
  rpc: Rpc
  place: Place
  store: AnchorStore
  /** Files of the log as far as they are signed. */
  read: TileReader
}

/** The log's head on the chain. `row` is missing if it was anchored by rows that have been lost. */
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
 * Asks the node how far this log is anchored, and compares that with the log's own files.
 *
 * @param size number of signed entries
 * @throws AnchoringWaits node-unreachable, wrong-chain, key-closed, head-unknown
 */
export async function observe(deps: ObserveDeps, size: number): Promise<ChainView> {
  await assertExpectedChain(deps)
  const block = (await deps.rpc('eth_getBlockByNumber', ['latest', false])) as Record<
    string,
    unknown
  > | null
  const call = { to: deps.place.contract, data: encodeHeadOf(deps.place.operator) }
  const head = String(await deps.rpc('eth_call', [call, 'latest']))
  if (head === CLOSED_HEAD)
    throw new AnchoringWaits('key-closed', 'the log was handed over to another operator')
  return {
    blockNumber: Number(quantity(block?.['number'])),
    baseFeeWei: block?.['baseFeePerGas'] ? quantity(block['baseFeePerGas']) : 0n,
    head: head === NO_HEAD ? null : await knownHead(deps, head, size),
  }
}

/**
 * A node on another chain must never receive a signed transaction. @throws AnchoringWaits
 * wrong-chain
 */
export async function assertExpectedChain({ rpc, place }: Pick<ObserveDeps, 'rpc' | 'place'>) {
  const chainId = Number(quantity(await rpc('eth_chainId', [])))
  if (chainId !== place.chainId)
    throw new AnchoringWaits('wrong-chain', `the node is on chain ${chainId}, not ${place.chainId}`)
  const code = await rpc('eth_getCode', [place.contract, 'latest'])
  if (code === '0x')
    throw new AnchoringWaits('wrong-chain', `there is no contract at ${place.contract}`)
}

/**
 * Finds the state of this log that the contract's hash stands for. @throws AnchoringWaits
 * head-unknown
 */
async function knownHead(deps: ObserveDeps, head: string, size: number): Promise<AnchoredHead> {
  const row = await deps.store.leadingTo(head)
  const state = row ? { size: row.toSize, root: row.toRoot } : await anchoredState(deps, head)
  if (!state) throw unknown(`the chain holds head ${head}, which no anchor of this log led to`)
  if (state.size > size) throw unknown(`${state.size} entries are anchored, ${size} are here`)
  const root = toHex(await rootFromTiles(deps.read, BigInt(state.size), nodeSha256))
  if (root !== state.root)
    throw unknown(`${state.size} entries lead to ${root}, anchored is ${state.root}`)
  return { ...state, row }
}

/** Finds size and root of a head in the contract's events, if the rows have been lost. */
async function anchoredState(
  deps: ObserveDeps,
  head: string,
): Promise<{ size: number; root: string } | undefined> {
  for (const { data } of (await anchorEvents(deps)).toReversed()) {
    const size = uintBe(from0x(data.slice(0, 66)))
    const root = data.slice(66)
    if (to0x(headHash(size, fromHex(root))) === head) return { size: Number(size), root }
  }
  return undefined
}

/** The operator's `Anchored` events, oldest first. */
export async function anchorEvents({
  rpc,
  place,
}: Pick<ObserveDeps, 'rpc' | 'place'>): Promise<{ data: string; transactionHash: string }[]> {
  const topics = [to0x(ANCHORED_TOPIC), `0x${place.operator.slice(2).padStart(64, '0')}`]
  const filter = { address: place.contract, topics, fromBlock: '0x0', toBlock: 'latest' }
  return (await rpc('eth_getLogs', [filter])) as { data: string; transactionHash: string }[]
}

function unknown(reason: string): AnchoringWaits {
  return new AnchoringWaits('head-unknown', reason)
}
