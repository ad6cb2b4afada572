/**
 * Builds chain proofs from a node's responses. Headers and receipts are re-encoded from JSON and accepted only if
 * their hashes match the block, so that a node cannot change a part of a real block unnoticed.
 */

import { encodeWord } from './abi.ts'
import {
  asList,
  asObject,
  bytesField,
  decodeTopics,
  encodeHeader,
  encodeReceipt,
  type Json,
  parseQuantity,
} from './block-json.ts'
import { equal, to0x } from './bytes.ts'
import {
  ANCHORED_TOPIC,
  type AnchoredBlock,
  type ChainProof,
  readAnchoredEvent,
  readHeader,
} from './chain.ts'
import { must } from './proof-error.ts'
import { buildListTrieProof } from './trie-builder.ts'

/** One JSON-RPC call to a node: resolves with `result`, rejects on `error`. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A block of a chain. `time` is in seconds since 1970. */
export type BlockReference = { number: bigint; hash: Uint8Array; time: bigint }

/** A state that an operator anchored in the block with this number. */
export type AnchoredState = { size: bigint; root: Uint8Array; blockNumber: bigint }

/**
 * The queries that a verifier sends to a node. A web worker can implement these methods too.
 */
export type ChainNode = {
  chainId: () => Promise<bigint>
  /** Hash of the block at this height; null when the chain has not reached this height yet. */
  blockHash: (number: bigint) => Promise<Uint8Array | null>
  /** The newest block. */
  latest: () => Promise<BlockReference>
  /** The newest final block; null when the node does not report it. */
  finalized: () => Promise<BlockReference | null>
  /** The block at this height; null when the chain has not reached this height yet. */
  block: (number: bigint) => Promise<BlockReference | null>
  /** Result of a read-only call of a contract in the state after a block, identified by its hash (EIP-1898). */
  call: (contract: Uint8Array, data: string, blockHash: Uint8Array) => Promise<Uint8Array>
  /** The states that an operator anchored in a range of blocks, in order. */
  anchoredStates: (
    source: { contract: Uint8Array; operator: Uint8Array },
    range: { from: bigint; to: bigint },
  ) => Promise<AnchoredState[]>
}

/** An anchor found on a chain. */
export type FoundAnchor = {
  proof: ChainProof
  size: bigint
  root: Uint8Array
  block: AnchoredBlock
}

/** Creates a {@link ChainNode} on top of a JSON-RPC client. */
export function nodeFromRpc(rpc: Rpc): ChainNode {
  const fetchBlock = async (tag: string) => {
    const block = await rpc('eth_getBlockByNumber', [tag, false])
    return block === null ? null : decodeBlock(asObject(block))
  }
  return {
    chainId: async () => parseQuantity(await rpc('eth_chainId', [])),
    blockHash: async (number) => (await fetchBlock(toQuantity(number)))?.hash ?? null,
    block: (number) => fetchBlock(toQuantity(number)),
    latest: async () => {
      const latest = await fetchBlock('latest')
      must(latest !== null, 'BAD_NODE_ANSWER', 'The node has no blocks.')
      return latest
    },
    finalized: () => fetchBlock('finalized').catch(() => null),
    call: async (contract, data, blockHash) => {
      const params = [{ to: to0x(contract), data }, { blockHash: to0x(blockHash) }]
      return bytesField({ result: await rpc('eth_call', params) }, 'result')
    },
    anchoredStates: async ({ contract, operator }, { from, to }) => {
      const filter = {
        address: to0x(contract),
        topics: [to0x(ANCHORED_TOPIC), to0x(encodeWord(operator))],
        fromBlock: toQuantity(from),
        toBlock: toQuantity(to),
      }
      return asList(await rpc('eth_getLogs', [filter])).map((log) => decodeAnchored(asObject(log)))
    },
  }
}

function decodeBlock(block: Json): BlockReference {
  const { number, timestamp } = block
  return {
    number: parseQuantity(number),
    hash: bytesField(block, 'hash'),
    time: parseQuantity(timestamp),
  }
}

function decodeAnchored(log: Json): AnchoredState {
  const event = readAnchoredEvent(decodeTopics(log), bytesField(log, 'data'))
  must(event, 'BAD_NODE_ANSWER', 'The node returned an event that was not requested.')
  const { blockNumber } = log
  return { size: event.size, root: event.root, blockNumber: parseQuantity(blockNumber) }
}

function toQuantity(number: bigint): string {
  return `0x${number.toString(16)}`
}

/** Creates a JSON-RPC client over HTTP; works with any node. */
export function httpRpc(url: string, send: typeof fetch = fetch): Rpc {
  return async (method, params) => {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    must(response.ok, 'BAD_NODE_ANSWER', 'The node responded to {method} with status {status}.', {
      status: response.status,
      method,
    })
    const body = asObject(await response.json())
    const { error, result } = body
    must(!error, 'BAD_NODE_ANSWER', 'The node rejected {method}.', { method })
    return result ?? null
  }
}

/**
 * Builds the chain proof of the anchor made by a transaction.
 *
 * @param expected the contract and operator of the anchor; without it, the transaction's first `Anchored` event is used
 * @throws ProofError TX_NOT_FOUND, NO_ANCHOR_EVENT, BAD_NODE_ANSWER, or any error of the decoders
 */
export async function chainProofFromRpc(
  rpc: Rpc,
  txHash: string,
  expected?: { contract: Uint8Array; operator: Uint8Array },
): Promise<FoundAnchor> {
  const response = await rpc('eth_getTransactionReceipt', [txHash])
  must(response !== null, 'TX_NOT_FOUND', 'The node has no receipt for {txHash}.', { txHash })
  const receipt = asObject(response)
  const { blockHash, transactionIndex } = receipt
  const block = asObject(await rpc('eth_getBlockByHash', [blockHash, false]))
  const header = encodeHeader(block)
  const receipts = (await fetchBlockReceipts(rpc, block)).map(encodeReceipt)
  const txIndex = parseQuantity(transactionIndex)
  const { root, nodes } = buildListTrieProof(receipts, Number(txIndex))
  must(
    equal(root, bytesField(block, 'receiptsRoot')),
    'BAD_NODE_ANSWER',
    'The receipts of block {blockHash} do not hash to its receipts root.',
    { blockHash: String(blockHash) },
  )
  const { contract, operator, size, anchoredRoot } = findAnchor(receipt, expected)
  const chainId = parseQuantity(await rpc('eth_chainId', []))
  const proof = { chainId, contract, operator, header, txIndex, nodes }
  return { proof, size, root: anchoredRoot, block: readHeader(header) }
}

/** Fetches all receipts of a block, with one call for each if the node does not support eth_getBlockReceipts. */
async function fetchBlockReceipts(rpc: Rpc, block: Json): Promise<Json[]> {
  const { hash: blockHash, transactions } = block
  const hashes = asList(transactions)
  const all = await rpc('eth_getBlockReceipts', [blockHash]).catch(() => null)
  if (Array.isArray(all) && all.length === hashes.length) return all.map(asObject)
  return Promise.all(
    hashes.map(async (hash) => asObject(await rpc('eth_getTransactionReceipt', [hash]))),
  )
}

function findAnchor(receipt: Json, expected?: { contract: Uint8Array; operator: Uint8Array }) {
  const { logs, transactionHash } = receipt
  for (const log of asList(logs).map(asObject)) {
    const event = readAnchoredEvent(decodeTopics(log), bytesField(log, 'data'))
    const contract = bytesField(log, 'address')
    if (!event) continue
    const { operator, size, root: anchoredRoot } = event
    const matches =
      !expected || (equal(expected.contract, contract) && equal(expected.operator, operator))
    if (!matches) continue
    return { contract, operator, size, anchoredRoot }
  }
  must(false, 'NO_ANCHOR_EVENT', 'Transaction {transactionHash} did not anchor anything.', {
    transactionHash: String(transactionHash),
  })
}
