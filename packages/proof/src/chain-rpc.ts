/**
 * What a node tells, turned into proofs: headers and receipts are encoded again from JSON and kept
 * only when they hash to what the block says, so a node cannot slip anything in.
 */

import { concat, equal, from0x, to0x } from './bytes.ts'
import { type AnchoredBlock, type ChainProof, readAnchoredEvent, readHeader } from './chain.ts'
import { keccak256 } from './keccak.ts'
import { must } from './proof-error.ts'
import { encodeRlp, type Rlp, rlpUint } from './rlp.ts'
import { listTrieProof } from './trie-builder.ts'

/** One JSON-RPC call to a node: resolves with `result`, rejects on `error`. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** What a verifier asks a node. Methods are few and fixed, so that a worker can offer just these. */
export type ChainNode = {
  chainId: () => Promise<bigint>
  /** Hash of the block that is on the chain at this height; null when there is none yet. */
  blockHash: (number: bigint) => Promise<Uint8Array | null>
  /** Highest block, and highest that can never be replaced (null when the node does not say). */
  heights: () => Promise<{ latest: bigint; finalized: bigint | null }>
}

/** An anchor as found on a chain. */
export type FoundAnchor = {
  proof: ChainProof
  size: bigint
  root: Uint8Array
  block: AnchoredBlock
}

type Json = Record<string, unknown>

/** The questions of a verifier over JSON-RPC. */
export function nodeFromRpc(rpc: Rpc): ChainNode {
  return {
    chainId: async () => uint(await rpc('eth_chainId', [])),
    blockHash: async (number) => {
      const block = await rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
      return block === null ? null : data(record(block), 'hash')
    },
    heights: async () => {
      const latest = await blockNumber(rpc, 'latest')
      must(latest !== null, 'BAD_NODE_ANSWER', 'The node has no block at all.')
      return { latest, finalized: await blockNumber(rpc, 'finalized').catch(() => null) }
    },
  }
}

/** A JSON-RPC client over HTTP, for any node. */
export function httpRpc(url: string, send: typeof fetch = fetch): Rpc {
  return async (method, params) => {
    const answer = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    must(answer.ok, 'BAD_NODE_ANSWER', `The node answered ${answer.status} to ${method}.`)
    const body = record(await answer.json())
    const { error, result } = body
    must(!error, 'BAD_NODE_ANSWER', `The node refused ${method}.`)
    return result ?? null
  }
}

/**
 * The chain proof of the anchor made by a transaction.
 *
 * @param of whose anchor to look for, when the transaction made several
 * @throws ProofError TX_NOT_FOUND, NO_ANCHOR_EVENT, BAD_NODE_ANSWER
 */
export async function chainProofFromRpc(
  rpc: Rpc,
  txHash: string,
  of?: { contract: Uint8Array; operator: Uint8Array },
): Promise<FoundAnchor> {
  const found = await rpc('eth_getTransactionReceipt', [txHash])
  must(found !== null, 'TX_NOT_FOUND', `The node knows no receipt of ${txHash}.`)
  const receipt = record(found)
  const { blockHash, transactionIndex } = receipt
  const block = record(await rpc('eth_getBlockByHash', [blockHash, false]))
  const header = encodeHeader(block)
  const receipts = (await blockReceipts(rpc, block)).map(encodeReceipt)
  const txIndex = uint(transactionIndex)
  const { root, nodes } = listTrieProof(receipts, Number(txIndex))
  must(
    equal(root, data(block, 'receiptsRoot')),
    'BAD_NODE_ANSWER',
    `The receipts of block ${blockHash} do not hash to its receipts root.`,
  )
  const { contract, operator, size, anchoredRoot } = anchorIn(receipt, of)
  const chainId = uint(await rpc('eth_chainId', []))
  const proof = { chainId, contract, operator, header, txIndex, nodes }
  return { proof, size, root: anchoredRoot, block: readHeader(header) }
}

/**
 * The header in RLP. Forks only ever append fields, and nodes add others of their own, so the
 * fields known are tried from the longest list down until the hash is the block's.
 *
 * @throws ProofError BAD_NODE_ANSWER when none fits
 */
export function encodeHeader(block: Json): Uint8Array {
  const fields: Rlp[] = HEADER_DATA.map(([name, isNumber]) =>
    isNumber ? rlpUint(uint(block[name])) : data(block, name),
  )
  for (const [name, isNumber] of FORK_FIELDS) {
    if (block[name] === undefined || block[name] === null) break
    fields.push(isNumber ? rlpUint(uint(block[name])) : data(block, name))
  }
  const hash = data(block, 'hash')
  for (; fields.length >= HEADER_DATA.length; fields.pop()) {
    const header = encodeRlp(fields)
    if (equal(keccak256(header), hash)) return header
  }
  must(false, 'BAD_NODE_ANSWER', `The header of block ${to0x(hash)} does not hash to it.`)
}

const HEADER_DATA: readonly (readonly [name: string, isNumber: boolean])[] = [
  ['parentHash', false],
  ['sha3Uncles', false],
  ['miner', false],
  ['stateRoot', false],
  ['transactionsRoot', false],
  ['receiptsRoot', false],
  ['logsBloom', false],
  ['difficulty', true],
  ['number', true],
  ['gasLimit', true],
  ['gasUsed', true],
  ['timestamp', true],
  ['extraData', false],
  ['mixHash', false],
  ['nonce', false],
]

/** London, Shanghai, Cancun (3), Prague, and what EIP-7928 and EIP-7843 add after them. */
const FORK_FIELDS: readonly (readonly [name: string, isNumber: boolean])[] = [
  ['baseFeePerGas', true],
  ['withdrawalsRoot', false],
  ['blobGasUsed', true],
  ['excessBlobGas', true],
  ['parentBeaconBlockRoot', false],
  ['requestsHash', false],
  ['blockAccessListHash', false],
  ['slotNumber', true],
]

/** Not every node has the call for all receipts at once. */
async function blockReceipts(rpc: Rpc, block: Json): Promise<Json[]> {
  const { hash: blockHash, transactions } = block
  const hashes = list(transactions)
  const all = await rpc('eth_getBlockReceipts', [blockHash]).catch(() => null)
  if (Array.isArray(all) && all.length === hashes.length) return all.map(record)
  return Promise.all(
    hashes.map(async (hash) => record(await rpc('eth_getTransactionReceipt', [hash]))),
  )
}

function encodeReceipt(receipt: Json): Uint8Array {
  const { type: givenType = '0x0', status, cumulativeGasUsed, logs } = receipt
  const type = uint(givenType)
  const fields: Rlp[] = [
    status ? rlpUint(uint(status)) : data(receipt, 'root'),
    rlpUint(uint(cumulativeGasUsed)),
    data(receipt, 'logsBloom'),
    list(logs).map((log) => encodeLog(record(log))),
  ]
  // Deposits of OP-stack chains carry two fields more, since two of their own forks.
  for (const name of ['depositNonce', 'depositReceiptVersion']) {
    if (type === 0x7en && receipt[name]) fields.push(rlpUint(uint(receipt[name])))
  }
  const body = encodeRlp(fields)
  return type === 0n ? body : concat(Uint8Array.of(Number(type)), body)
}

function encodeLog(log: Json): Rlp {
  return [data(log, 'address'), topicsOf(log), data(log, 'data')]
}

function anchorIn(receipt: Json, of?: { contract: Uint8Array; operator: Uint8Array }) {
  const { logs, transactionHash } = receipt
  for (const log of list(logs).map(record)) {
    const event = readAnchoredEvent(topicsOf(log), data(log, 'data'))
    const contract = data(log, 'address')
    if (!event) continue
    const { operator, size, root: anchoredRoot } = event
    if (of && !(equal(of.contract, contract) && equal(of.operator, operator))) continue
    return { contract, operator, size, anchoredRoot }
  }
  must(false, 'NO_ANCHOR_EVENT', `Transaction ${transactionHash} anchored nothing.`)
}

async function blockNumber(rpc: Rpc, tag: string): Promise<bigint | null> {
  const block = await rpc('eth_getBlockByNumber', [tag, false])
  if (block === null) return null
  const { number } = record(block)
  return uint(number)
}

function topicsOf(log: Json): Uint8Array[] {
  const { topics } = log
  return list(topics).map((topic) => from0x(text(topic)))
}

function record(value: unknown): Json {
  must(
    typeof value === 'object' && value !== null && !Array.isArray(value),
    'BAD_NODE_ANSWER',
    'The node answered something else than an object.',
  )
  return value as Json
}

function list(value: unknown): unknown[] {
  must(Array.isArray(value), 'BAD_NODE_ANSWER', 'The node answered something else than a list.')
  return value
}

function text(value: unknown): string {
  must(typeof value === 'string', 'BAD_NODE_ANSWER', 'The node answered something else than text.')
  return value
}

function data(from: Json, name: string): Uint8Array {
  return from0x(text(from[name]))
}

function uint(value: unknown): bigint {
  const digits = text(value)
  must(/^0x[0-9a-f]+$/i.test(digits), 'BAD_NODE_ANSWER', 'The node answered no number.')
  return BigInt(digits)
}
