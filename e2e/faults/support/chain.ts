/** Reads an operator's anchors from the chain. */

import { to0x } from '@inkproof/proof/bytes'
import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import { httpRpc } from '@inkproof/proof/chain-rpc'
import type { Documents } from './documents.ts'

export type AnchorEvent = { size: bigint; root: string; txHash: string }

/** Returns the operator's anchors, oldest first. */
export async function readAnchors(documents: Documents): Promise<AnchorEvent[]> {
  const operator = `0x${documents.operator.slice(2).padStart(64, '0')}`
  const filter = { address: documents.contract, topics: [to0x(ANCHORED_TOPIC), operator] }
  const range = { fromBlock: '0x0', toBlock: 'latest' }
  const events = (await callChain(documents, 'eth_getLogs', { ...filter, ...range })) as {
    data: string
    transactionHash: string
  }[]
  return events.map(({ data, transactionHash }) => ({
    size: BigInt(data.slice(0, 66)),
    root: data.slice(66),
    txHash: transactionHash,
  }))
}

/** Counts the operator's mined transactions, successful or not. */
export async function countTransactions(documents: Documents): Promise<number> {
  return Number(await callChain(documents, 'eth_getTransactionCount', documents.operator, 'latest'))
}

function callChain(
  { chainUrl }: Documents,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  return httpRpc(chainUrl)(method, params)
}
