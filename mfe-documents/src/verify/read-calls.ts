import type { Rpc } from '@inkproof/proof/chain-rpc'
import { t } from '@inkproof/texts/text'

/** The only JSON-RPC methods that the chain-reader worker forwards to a node. */
export const READ_METHODS = [
  'eth_chainId',
  'eth_blockNumber',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
] as const

export type ReadCall = { id: number; url: string; method: string; params: readonly unknown[] }

export type ReadCallResult = { id: number } & ({ result: unknown } | { error: string })

/**
 * Executes one JSON-RPC call for the page, in the chain-reader worker. Never rejects; errors are returned as `error`.
 */
export async function handleReadCall(
  call: ReadCall,
  rpcFor: (url: string) => Rpc,
): Promise<ReadCallResult> {
  const { id, url, method, params } = call
  try {
    if (!READ_METHODS.some((allowed) => allowed === method)) {
      throw new Error(`${method} is not an allowed method`)
    }
    if (!/^https?:$/.test(new URL(url).protocol))
      throw new Error('only http and https nodes are supported')
    return { id, result: await rpcFor(url)(method, params) }
  } catch (error) {
    return { id, error: describeError(error) }
  }
}

function describeError(error: unknown): string {
  // Browsers throw the same error if the address is wrong, the node is down or it rejects cross-origin requests.
  if (error instanceof TypeError) {
    return t(
      'it cannot be reached from this browser. The address may be wrong, or the node may be down or block requests from other sites.',
    )
  }
  return error instanceof Error ? error.message : String(error)
}
