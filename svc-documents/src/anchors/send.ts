/**
 * Sends a planned anchor to the chain.
 *
 * A transaction is stored in its row before it is broadcast, so that the same transaction is sent
 * again after a crash. Even if two different transactions were sent, the contract would accept only one,
 * because the old head of the other would no longer match.
 */
import { fromHex } from '@inkproof/proof/bytes'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { encodeAnchor } from '@inkproof/proof/log-anchor'
import { decodeLogAnchorError } from '@inkproof/proof/log-anchor-error'
import { formatEnglish } from '@inkproof/proof/sentence'
import type { Log } from '@inkproof/service-kit/log'
import { Transaction, type Wallet } from 'ethers'
import type { AnchorStore } from './anchor-store.ts'
import { AnchoringPaused } from './anchoring-paused.ts'
import type { AnchorRow, AnchorTx } from './anchors.model.ts'
import { calculateFees, type Fees } from './fees.ts'
import { NodeError, parseQuantity } from './node.ts'
import { type AnchorTarget, assertExpectedChain, type ChainView } from './observe.ts'

export type SendDeps = {
  rpc: Rpc
  target: AnchorTarget
  store: AnchorStore
  wallet: Wallet
  feeCapGwei: number
  now: () => Date
  log: Log
}

/** A pending transaction is replaced after this time, with higher fees, even if its fees suffice. */
const STUCK_MS = 120_000

/**
 * Signs and sends the row's first transaction, or resends or replaces its last one if necessary.
 * Returns the hash of the row's last transaction.
 *
 * @throws AnchoringPaused node-unreachable, wrong-chain, no-funds, fee-above-cap
 */
export async function send(deps: SendDeps, row: AnchorRow, view: ChainView): Promise<string> {
  const last = row.txs.at(-1)
  const next = last ? await chooseNextStep(deps, last, view) : 'sign'
  if (last && next === 'wait') return last.txHash
  if (last && next === 'broadcast') return broadcast(deps, last)
  const tx = await sign(deps, row, view, next === 'replace' ? last : undefined)
  const stored = (await deps.store.addTx(row, tx)).txs.at(-1) as AnchorTx
  return broadcast(deps, stored)
}

type Step = 'wait' | 'broadcast' | 'replace' | 'sign'

/** Decides what to do with a stored transaction, based on what the node knows about it. */
async function chooseNextStep(
  { rpc, target, now }: SendDeps,
  tx: AnchorTx,
  view: ChainView,
): Promise<Step> {
  const receipt = await rpc('eth_getTransactionReceipt', [tx.txHash])
  // A revert means that the head on the chain has changed. A successful transaction was mined after
  // `view` was read; the next round handles it.
  if (receipt !== null) return isReverted(receipt) ? 'sign' : 'wait'
  const isPricedOut = BigInt(tx.maxFeeWei) < view.baseFeeWei
  if ((await rpc('eth_getTransactionByHash', [tx.txHash])) !== null) {
    const isStuck = now().getTime() - tx.signedAt.getTime() > STUCK_MS
    return isPricedOut || isStuck ? 'replace' : 'wait'
  }
  // The transaction was lost by the node, removed by a reorganization, or never sent. Another one may
  // have used its nonce.
  if ((await getNonce(rpc, target.operator)) !== tx.nonce) return 'sign'
  return isPricedOut ? 'replace' : 'broadcast'
}

function isReverted(receipt: unknown): boolean {
  return (receipt as { status?: unknown }).status === '0x0'
}

async function sign(
  deps: SendDeps,
  row: AnchorRow,
  view: ChainView,
  replaced: AnchorTx | undefined,
): Promise<AnchorTx> {
  const { rpc, target, wallet } = deps
  await assertExpectedChain(deps)
  const fees = calculateFees(view.baseFeeWei, deps.feeCapGwei, replaced && parseFees(replaced))
  const data = encodeCallData(row)
  const gasLimit = await estimateGas(rpc, target, data)
  await assertFunds(rpc, target.operator, gasLimit * fees.maxFeeWei)
  const nonce = replaced?.nonce ?? (await getNonce(rpc, target.operator))
  const raw = await wallet.signTransaction({
    type: 2,
    chainId: target.chainId,
    nonce,
    to: target.contract,
    data,
    gasLimit,
    maxFeePerGas: fees.maxFeeWei,
    maxPriorityFeePerGas: fees.priorityFeeWei,
  })
  return {
    raw,
    txHash: Transaction.from(raw).hash as string,
    nonce,
    maxFeeWei: String(fees.maxFeeWei),
    priorityFeeWei: String(fees.priorityFeeWei),
    signedAt: deps.now(),
  }
}

function encodeCallData(row: AnchorRow): string {
  return encodeAnchor({
    oldSize: BigInt(row._id),
    oldRoot: fromHex(row.fromRoot),
    newSize: BigInt(row.toSize),
    newRoot: fromHex(row.toRoot),
    proof: row.proof.map(fromHex),
  })
}

/**
 * Returns the gas limit: the estimate plus a fifth. To estimate, the node runs the contract, so an
 * anchor that the contract rejects is never signed.
 */
async function estimateGas(rpc: Rpc, target: AnchorTarget, data: string): Promise<bigint> {
  try {
    const call = { from: target.operator, to: target.contract, data }
    return (parseQuantity(await rpc('eth_estimateGas', [call])) * 6n) / 5n
  } catch (error) {
    const revert = error instanceof NodeError && error.data && decodeLogAnchorError(error.data)
    if (!revert) throw error
    throw new Error(`the contract rejects the anchor: ${formatEnglish(revert.sentence)}`, {
      cause: error,
    })
  }
}

async function assertFunds(rpc: Rpc, operator: string, costWei: bigint): Promise<void> {
  const balanceWei = parseQuantity(await rpc('eth_getBalance', [operator, 'latest']))
  if (balanceWei < costWei)
    throw new AnchoringPaused('no-funds', `${operator} has ${balanceWei} wei but needs ${costWei}`)
}

async function getNonce(rpc: Rpc, operator: string): Promise<number> {
  return Number(parseQuantity(await rpc('eth_getTransactionCount', [operator, 'latest'])))
}

/** Sends a stored transaction to the node, which may already have it. */
async function broadcast({ rpc, log }: SendDeps, tx: AnchorTx): Promise<string> {
  try {
    await rpc('eth_sendRawTransaction', [tx.raw])
    log.info({ txHash: tx.txHash, nonce: tx.nonce }, 'anchor sent')
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    if (/insufficient funds/i.test(error.message))
      throw new AnchoringPaused('no-funds', 'the operator has insufficient funds', { cause: error })
    // The node may already have the transaction, or its nonce was used, or its fee is too low by now.
    // The next round handles these cases.
    log.info({ txHash: tx.txHash, reason: error.message }, 'the node did not accept the anchor')
  }
  return tx.txHash
}

function parseFees(tx: AnchorTx): Fees {
  return { maxFeeWei: BigInt(tx.maxFeeWei), priorityFeeWei: BigInt(tx.priorityFeeWei) }
}
