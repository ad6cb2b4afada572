/** Reads from a node what the contract says about a record: the head, and every anchored state. */
import { addressFromWord, encodeWord } from '@inkproof/proof/abi'
import {
  asList,
  asObject,
  bytesField,
  decodeTopics,
  parseQuantity,
} from '@inkproof/proof/block-json'
import { from0x, to0x, toHex, uintBe } from '@inkproof/proof/bytes'
import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import {
  CLOSED_HEAD,
  encodeHeadOf,
  encodeSuccessorOf,
  HANDED_OVER_TOPIC,
} from '@inkproof/proof/log-anchor'
import { Contradiction, Unavailable } from './contradiction.ts'
import { describe } from './record-files.ts'
import type { PinnedRecord } from './record-policy.ts'

/** A state of the record that the contract accepted; `root` is hex. */
export type AnchoredState = { size: number; root: string; block: number }

export type ChainState = {
  /** The newest block; `timeMs` is in milliseconds since 1970. */
  block: { number: number; timeMs: number }
  /** Number of the newest block that can no longer be replaced. */
  finalBlock: number
  /** What `headOf` returns, 0x hex; {@link NO_HEAD} when nothing is anchored. */
  head: string
  /** The states anchored from the requested block on, oldest first. */
  anchors: AnchoredState[]
}

export const NO_HEAD = `0x${'0'.repeat(64)}`
const MAX_HANDOVERS = 64

/**
 * Reads the head at the newest block, and the anchors in the blocks from `fromBlock` up to it. Follows a record that
 * was handed over to another operator.
 *
 * @throws Contradiction NODE_ON_OTHER_CHAIN, CONTRACT_MISSING, HEAD_DIFFERS (closed without a successor); Unavailable
 */
export async function readChain(
  rpc: Rpc,
  record: PinnedRecord,
  fromBlock: bigint,
): Promise<ChainState> {
  const call = (method: string, ...params: unknown[]) =>
    rpc(method, params).catch((error: unknown) => {
      throw new Unavailable(`The node did not respond: ${describe(error)}`)
    })
  await assertContract(call, record)
  const block = asObject(await call('eth_getBlockByNumber', 'latest', false))
  const { number, timestamp } = block as { number: string; timestamp: string }
  const height = parseQuantity(number)
  if (height + 1n < fromBlock)
    throw new Unavailable(
      `The node is at block ${height}, but block ${fromBlock - 1n} was seen before.`,
    )
  const { head, operators } = await readHead(call, record, to0x(bytesField(block, 'hash')))
  return {
    block: { number: Number(height), timeMs: Number(parseQuantity(timestamp)) * 1000 },
    finalBlock: await readFinalBlock(rpc, Number(height)),
    head,
    anchors: await readAnchors(rpc, record, operators, fromBlock, height),
  }
}

type Call = (method: string, ...params: unknown[]) => Promise<unknown>

async function assertContract(call: Call, record: PinnedRecord): Promise<void> {
  const chainId = String(parseQuantity(await call('eth_chainId')))
  if (chainId !== record.chainId)
    throw new Contradiction(
      'NODE_ON_OTHER_CHAIN',
      'The node is on another chain than the record.',
      {
        expected: record.chainId,
        found: chainId,
      },
    )
  if ((await call('eth_getCode', record.contract, 'latest')) === '0x')
    throw new Contradiction(
      'CONTRACT_MISSING',
      'The chain has no contract at the policy’s address.',
      {
        expected: record.contract,
      },
    )
}

/** Not every node knows which blocks are final; then old ones are taken for final. */
async function readFinalBlock(rpc: Rpc, height: number): Promise<number> {
  try {
    const { number } = asObject(await rpc('eth_getBlockByNumber', ['finalized', false]))
    return Number(parseQuantity(number))
  } catch {
    return Math.max(0, height - ASSUMED_FINAL_BLOCKS)
  }
}

const ASSUMED_FINAL_BLOCKS = 128

/** Reads the head at this block, and from the operator that has it now back to the first. */
async function readHead(
  call: Call,
  { contract, operators: [first] }: PinnedRecord,
  blockHash: string,
): Promise<{ head: string; operators: string[] }> {
  const view = async (data: string) =>
    String(await call('eth_call', { to: contract, data }, { blockHash }))
  const operators: string[] = [first]
  for (;;) {
    const operator = operators[0] as string
    const head = await view(encodeHeadOf(operator))
    if (head !== to0x(CLOSED_HEAD)) return { head, operators }
    const word = from0x(await view(encodeSuccessorOf(operator)))
    const successor = to0x(addressFromWord(word))
    if (operators.includes(successor) || operators.length > MAX_HANDOVERS)
      throw new Contradiction(
        'HEAD_DIFFERS',
        'The record was closed, and its successor is not known.',
      )
    operators.unshift(successor)
  }
}

/** Nodes limit a search to some number of blocks or results, so a rejected search is divided. */
async function readAnchors(
  rpc: Rpc,
  { contract }: PinnedRecord,
  operators: readonly string[],
  from: bigint,
  to: bigint,
): Promise<AnchoredState[]> {
  const topics = [
    [to0x(ANCHORED_TOPIC), HANDED_OVER_TOPIC],
    operators.map((operator) => to0x(encodeWord(from0x(operator)))),
  ]
  const anchors: AnchoredState[] = []
  let width = to - from + 1n
  for (let first = from; first <= to; ) {
    const last = first + width - 1n > to ? to : first + width - 1n
    const range = { fromBlock: quantity(first), toBlock: quantity(last) }
    try {
      const logs = asList(await rpc('eth_getLogs', [{ address: contract, topics, ...range }]))
      anchors.push(...logs.flatMap(anchorFromLog))
      first = last + 1n
    } catch (error) {
      if (width <= MIN_SEARCH_BLOCKS)
        throw new Unavailable(`The node does not return the anchors: ${describe(error)}`)
      width = width / 4n + 1n
    }
  }
  return anchors.sort((a, b) => a.size - b.size)
}

const MIN_SEARCH_BLOCKS = 100n

/** Of a handover, the state is the one that the successor took over; both events end with size and root. */
function anchorFromLog(json: unknown): AnchoredState[] {
  const log = asObject(json)
  const [topic = new Uint8Array()] = decodeTopics(log)
  const data = bytesField(log, 'data')
  if (
    data.length !== 64 ||
    (to0x(topic) !== HANDED_OVER_TOPIC && to0x(topic) !== to0x(ANCHORED_TOPIC))
  )
    return []
  const { blockNumber } = log as { blockNumber: string }
  return [
    {
      size: Number(uintBe(data.subarray(0, 32))),
      root: toHex(data.subarray(32)),
      block: Number(parseQuantity(blockNumber)),
    },
  ]
}

function quantity(value: bigint): string {
  return `0x${value.toString(16)}`
}
