/** Reads an operator's anchors from the chain. */

import { to0x } from '@inkproof/proof/bytes'
import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import { httpRpc } from '@inkproof/proof/chain-rpc'
import type { DocumentsService } from './documents-service.ts'

export type AnchorEvent = { size: bigint; root: string; txHash: string }

/** Returns the operator's anchors, oldest first. */
export async function readAnchors(service: DocumentsService): Promise<AnchorEvent[]> {
  const operator = `0x${service.operator.slice(2).padStart(64, '0')}`
  const filter = { address: service.contract, topics: [to0x(ANCHORED_TOPIC), operator] }
  const range = { fromBlock: '0x0', toBlock: 'latest' }
  const events = (await callChain(service, 'eth_getLogs', { ...filter, ...range })) as {
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
export async function countTransactions(service: DocumentsService): Promise<number> {
  return Number(await callChain(service, 'eth_getTransactionCount', service.operator, 'latest'))
}

/** Returns the result of a JSON-RPC call to the node. */
export function callChain(
  { chainUrl }: DocumentsService,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  return httpRpc(chainUrl)(method, params)
}
