/**
 * Sends a planned anchor to the chain.
 *
 * A transaction is stored in its row before it is broadcast, so that the same one is sent again
 * after a crash. If two were ever sent, the contract would accept only one: the other's old head no
 * longer matches.
 */
import { fromHex } from '@inkproof/proof/bytes'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { decodeLogAnchorError, encodeAnchor } from '@inkproof/proof/log-anchor'
import { inEnglish } from '@inkproof/proof/sentence'
import type { Log } from '@inkproof/service-kit/log'
import { Transaction, type Wallet } from 'ethers'
import type { AnchorStore } from './anchor-store.ts'
import { AnchoringWaits } from './anchoring-waits.ts'
import type { AnchorRow, AnchorTx } from './anchors.model.ts'
import { type Fees, feesFor } from './fees.ts'
import { NodeRefusal, quantity } from './node.ts'
import { assertExpectedChain, type ChainView, type Place } from './observe.ts'

export type SendDeps = {
  rpc: Rpc
  place: Place
  store: AnchorStore
  wallet: Wallet
  feeCapGwei: number
  now: () => Date
  log: Log
}

/** A transaction pending this long although its fee suffices is replaced with a higher offer. */
const STUCK_MS = 120_000

/**
 * Ensures that the node has a transaction of this row. Returns its hash.
 *
 * @throws AnchoringWaits node-unreachable, wrong-chain, no-funds, fee-above-cap
 */
export async function send(deps: SendDeps, row: AnchorRow, view: ChainView): Promise<string> {
  const last = row.txs.at(-1)
  const next = last ? await nextStep(deps, last, view) : 'sign'
  if (last && next === 'wait') return last.txHash
  if (last && next === 'broadcast') return broadcast(deps, last)
  const tx = await sign(deps, row, view, next === 'replace' ? last : undefined)
  const kept = (await deps.store.addTx(row, tx)).txs.at(-1) as AnchorTx
  return broadcast(deps, kept)
}

type Step = 'wait' | 'broadcast' | 'replace' | 'sign'

/** Decides what to do about a stored transaction from what the node knows about it. */
async function nextStep(
  { rpc, place, now }: SendDeps,
  tx: AnchorTx,
  view: ChainView,
): Promise<Step> {
  const receipt = await rpc('eth_getTransactionReceipt', [tx.txHash])
  // If the contract rejected it, the head had moved. If it succeeded, that has just happened: look
  // again.
  if (receipt !== null) return isRefused(receipt) ? 'sign' : 'wait'
  const isPricedOut = BigInt(tx.maxFeeWei) < view.baseFeeWei
  if ((await rpc('eth_getTransactionByHash', [tx.txHash])) !== null) {
    const isStuck = now().getTime() - tx.signedAt.getTime() > STUCK_MS
    return isPricedOut || isStuck ? 'replace' : 'wait'
  }
  // Lost with the node, removed by a reorganisation, or never sent. Its nonce may have been used by
  // another one.
  if ((await nonceOf(rpc, place.operator)) !== tx.nonce) return 'sign'
  return isPricedOut ? 'replace' : 'broadcast'
}

function isRefused(receipt: unknown): boolean {
  return (receipt as { status?: unknown }).status === '0x0'
}

async function sign(
  deps: SendDeps,
  row: AnchorRow,
  view: ChainView,
  replaced: AnchorTx | undefined,
): Promise<AnchorTx> {
  const { rpc, place, wallet } = deps
  await assertExpectedChain(deps)
  const fees = feesFor(view.baseFeeWei, deps.feeCapGwei, replaced && feesOf(replaced))
  const data = callData(row)
  const gasLimit = await gasFor(rpc, place, data)
  await assertFunds(rpc, place.operator, gasLimit * fees.maxFeeWei)
  const nonce = replaced?.nonce ?? (await nonceOf(rpc, place.operator))
  const raw = await wallet.signTransaction({
    type: 2,
    chainId: place.chainId,
    nonce,
    to: place.contract,
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

function callData(row: AnchorRow): string {
  return encodeAnchor({
    oldSize: BigInt(row._id),
    oldRoot: fromHex(row.fromRoot),
    newSize: BigInt(row.toSize),
    newRoot: fromHex(row.toRoot),
    proof: row.proof.map(fromHex),
  })
}

/**
 * Gas with a reserve of a fifth. The estimate also runs the contract: a call that it rejects is not
 * signed.
 */
async function gasFor(rpc: Rpc, place: Place, data: string): Promise<bigint> {
  try {
    const call = { from: place.operator, to: place.contract, data }
    return (quantity(await rpc('eth_estimateGas', [call])) * 6n) / 5n
  } catch (error) {
    const refusal = error instanceof NodeRefusal && error.data && decodeLogAnchorError(error.data)
    if (!refusal) throw error
    throw new Error(`the contract rejects the anchor: ${inEnglish(refusal.sentence)}`, {
      cause: error,
    })
  }
}

async function assertFunds(rpc: Rpc, operator: string, costWei: bigint): Promise<void> {
  const balanceWei = quantity(await rpc('eth_getBalance', [operator, 'latest']))
  if (balanceWei < costWei)
    throw new AnchoringWaits('no-funds', `${operator} holds ${balanceWei} wei, needs ${costWei}`)
}

async function nonceOf(rpc: Rpc, operator: string): Promise<number> {
  return Number(quantity(await rpc('eth_getTransactionCount', [operator, 'latest'])))
}

/** Passes a stored transaction to the node, which may have it already. */
async function broadcast({ rpc, log }: SendDeps, tx: AnchorTx): Promise<string> {
  try {
    await rpc('eth_sendRawTransaction', [tx.raw])
    log.info({ txHash: tx.txHash, nonce: tx.nonce }, 'anchor sent')
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error
    if (/insufficient funds/i.test(error.message))
      throw new AnchoringWaits('no-funds', 'the node says the operator cannot pay', {
        cause: error,
      })
    // Already known, nonce used meanwhile, or fee too low by now: the next round decides.
    log.info({ txHash: tx.txHash, reason: error.message }, 'the node did not accept the anchor')
  }
  return tx.txHash
}

function feesOf(tx: AnchorTx): Fees {
  return { maxFeeWei: BigInt(tx.maxFeeWei), priorityFeeWei: BigInt(tx.priorityFeeWei) }
}
