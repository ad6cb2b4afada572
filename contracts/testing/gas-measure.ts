/**
 * Measures the gas of anchors by sending them. Trees, sizes and proofs are fixed, so for the
 * same hard fork the figures are the same on every machine.
 */
import { type JsonRpcProvider, parseEther, toQuantity, Wallet } from 'ethers'
import { ensureDeployed, logAnchorAddress } from '../deploy.ts'
import { connectLogAnchor } from '../generated/log-anchor.ts'
import { waitUntilMined } from '../mined.ts'
import { consistencyPath, EMPTY, headAt } from './heads.ts'
import { numberedTree } from './reference-tree.ts'

/**
 * Gas of the anchor that moved a log from one size to another, with a proof of the given number of
 * nodes.
 */
export type MeasuredAnchor = {
  readonly from: number
  readonly to: number
  readonly nodes: number
  readonly gas: number
}

/** All figures of the report. */
export type GasFigures = {
  readonly first: MeasuredAnchor
  /**
   * Anchors at LARGE_SIZE: for each number of nodes, the old size that requires the most hashes.
   */
  readonly large: readonly MeasuredAnchor[]
  /**
   * Every anchor after the first, for logs that grow to LARGE_SIZE by a fixed number of documents
   * at a time.
   */
  readonly batches: ReadonlyMap<number, readonly MeasuredAnchor[]>
}

/** The log size that the gas targets refer to. */
export const LARGE_SIZE = 300_007

const BATCH_SIZES = [900, 1_000]
const GAS_LIMIT = toQuantity(200_000)
const tree = numberedTree()

/** Sends all anchors of the report. */
export async function measureGas(provider: JsonRpcProvider): Promise<GasFigures> {
  await deploy(provider)
  const large: MeasuredAnchor[] = []
  for (const from of costliestSizes()) {
    large.push(...(await measureLog(provider, [from, LARGE_SIZE])))
  }
  const batches = new Map<number, MeasuredAnchor[]>()
  for (const documents of BATCH_SIZES) {
    batches.set(documents, await measureLog(provider, batchSizes(documents)))
  }
  const [first] = await measureLog(provider, [BATCH_SIZES[0] ?? 0])
  if (!first) throw new Error('no anchor was measured')
  return {
    first,
    large: large.filter(isNotFirst),
    batches: new Map([...batches].map(withoutFirst)),
  }
}

async function deploy(provider: JsonRpcProvider): Promise<void> {
  const wallet = Wallet.createRandom(provider)
  await provider.send('anvil_setBalance', [wallet.address, toQuantity(parseEther('10'))])
  await ensureDeployed(provider, wallet)
}

/** Anchors a new log at each of the sizes, in order. */
async function measureLog(
  provider: JsonRpcProvider,
  sizes: readonly number[],
): Promise<MeasuredAnchor[]> {
  // Uses account impersonation, which avoids signing a thousand transactions.
  const operator = Wallet.createRandom().address
  await provider.send('anvil_setBalance', [operator, toQuantity(parseEther('10'))])
  await provider.send('anvil_impersonateAccount', [operator])
  const measured: MeasuredAnchor[] = []
  for (const [index, to] of sizes.entries()) {
    measured.push(await measureAnchor(provider, operator, sizes[index - 1] ?? 0, to))
  }
  return measured
}

async function measureAnchor(
  provider: JsonRpcProvider,
  operator: string,
  from: number,
  to: number,
): Promise<MeasuredAnchor> {
  const isFirst = from === 0
  const oldHead = isFirst ? EMPTY : headAt(tree, BigInt(from))
  const newHead = headAt(tree, BigInt(to))
  const proof = isFirst ? [] : consistencyPath(tree, BigInt(from), BigInt(to))
  const values = [oldHead.size, oldHead.root, newHead.size, newHead.root, proof]
  const data = connectLogAnchor(logAnchorAddress, provider).interface.encodeFunctionData(
    'anchor',
    values,
  )
  const call = { from: operator, to: logAnchorAddress, data, gas: GAS_LIMIT }
  const receipt = await waitUntilMined(provider, await provider.send('eth_sendTransaction', [call]))
  if (receipt.status !== 1)
    throw new Error(`the contract rejected the anchor from ${from} to ${to}`)
  return { from, to, nodes: proof.length, gas: Number(receipt.gasUsed) }
}

function batchSizes(documents: number): number[] {
  const count = Math.floor(LARGE_SIZE / documents)
  return Array.from({ length: count }, (_, batch) => (batch + 1) * documents)
}

function isNotFirst({ from }: MeasuredAnchor): boolean {
  return from > 0
}

function withoutFirst([documents, anchors]: [number, MeasuredAnchor[]]): [
  number,
  MeasuredAnchor[],
] {
  return [documents, anchors.filter(isNotFirst)]
}

/**
 * For each possible number of nodes in a consistency proof for LARGE_SIZE, returns the old size that
 * requires the most hashes.
 */
function costliestSizes(): number[] {
  const costliest = new Map<number, { size: number; hashes: number }>()
  for (let size = 1; size < LARGE_SIZE; size++) {
    const { nodes, hashes } = countWork(size, LARGE_SIZE)
    const current = costliest.get(nodes)
    if (!current || hashes >= current.hashes) costliest.set(nodes, { size, hashes })
  }
  return [...costliest].sort(([a], [b]) => a - b).map(([, { size }]) => size)
}

/** Counts the nodes of the proof between two sizes, and the hashes needed to verify it. */
function countWork(from: number, to: number): { nodes: number; hashes: number } {
  let [fn, sn] = [from - 1, to - 1]
  let nodes = (from & fn) === 0 ? 0 : 1
  let hashes = 0
  for (; (fn & 1) === 1; fn >>= 1) sn >>= 1
  for (; sn > 0; sn >>= 1, fn >>= 1) {
    const isLeft = (fn & 1) === 1
    if (!isLeft && fn === sn) continue
    nodes += 1
    hashes += isLeft ? 2 : 1
  }
  return { nodes, hashes }
}
