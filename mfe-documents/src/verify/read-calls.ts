import { to0x } from '@inkproof/proof/bytes'
import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import type { Rpc } from '@inkproof/proof/chain-rpc'
import { encodeHeadOf, encodeSuccessorOf } from '@inkproof/proof/log-anchor'
import { t } from '@inkproof/texts/text'

/** A request of the page to the chain-reader worker: a call of a node, or a file of a record. */
export type ReadCall =
  | { id: number; kind: 'rpc'; url: string; method: string; params: readonly unknown[] }
  | { id: number; kind: 'file'; url: string; path: string }

export type ReadCallResult = { id: number } & ({ result: unknown } | { error: string })

/** How the worker reads from the network. */
export type ReadNetwork = {
  rpcFor: (url: string) => Rpc
  readFile: (url: string) => Promise<Uint8Array>
}

/** Executes one call for the page, in the chain-reader worker. Never rejects; errors are returned as `error`. */
export async function handleReadCall(
  call: ReadCall,
  network: ReadNetwork,
): Promise<ReadCallResult> {
  const { id, url } = call
  try {
    if (!/^https?:$/.test(new URL(url).protocol))
      throw new Error('only http and https addresses are supported')
    return { id, result: await execute(call, network) }
  } catch (error) {
    return { id, error: describeError(error) }
  }
}

function execute(call: ReadCall, { rpcFor, readFile }: ReadNetwork): Promise<unknown> {
  if (call.kind === 'file') {
    if (!RECORD_FILE.test(call.path)) throw new Error(`${call.path} is not a file of a record`)
    return readFile(`${call.url}/${call.path}`)
  }
  const { method, params } = call
  const pattern = PARAMS[method]
  if (!pattern) throw new Error(`${method} is not an allowed method`)
  if (!pattern.test(JSON.stringify(params)))
    throw new Error(`the parameters of ${method} are not allowed`)
  return rpcFor(call.url)(method, params)
}

const RECORD_FILE =
  /^(?:checkpoint|rotations\.json|anchor\/(?:latest|\d+)|tile\/(?:\d+|entries)\/(?:x\d{3}\/)*\d{3}(?:\.p\/\d+)?)$/

const ADDRESS = '0x[0-9a-f]{40}'
const ADDRESS_WORD = '0{24}[0-9a-f]{40}'
const QUANTITY = '0x[0-9a-f]{1,16}'
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
/** The first four bytes of the calls of the functions that read a record's head. */
const READ_SELECTORS = [encodeHeadOf, encodeSuccessorOf].map((encode) =>
  encode(ZERO_ADDRESS).slice(0, 10),
)

/**
 * The methods that the worker forwards to a node, with the exact form of their parameters: only block numbers and
 * questions about a record's head can be sent, never files, fingerprints or tokens.
 */
const PARAMS: Readonly<Record<string, RegExp>> = {
  eth_chainId: /^\[\]$/,
  eth_getBlockByNumber: new RegExp(`^\\["(?:latest|finalized|${QUANTITY})",false\\]$`),
  eth_call: new RegExp(
    `^\\[\\{"to":"${ADDRESS}","data":"(?:${READ_SELECTORS.join('|')})${ADDRESS_WORD}"\\},` +
      `\\{"blockHash":"0x[0-9a-f]{64}"\\}\\]$`,
  ),
  eth_getLogs: new RegExp(
    `^\\[\\{"address":"${ADDRESS}","topics":\\["${to0x(ANCHORED_TOPIC)}","0x${ADDRESS_WORD}"\\],` +
      `"fromBlock":"${QUANTITY}","toBlock":"${QUANTITY}"\\}\\]$`,
  ),
}

/** Names of the methods that the worker forwards to a node. */
export const READ_METHODS = Object.keys(PARAMS)

function describeError(error: unknown): string {
  // Browsers throw the same error if the address is wrong, the server is down or it rejects cross-origin requests.
  if (error instanceof TypeError) {
    return t(
      'it cannot be reached from this browser. The address may be wrong, or the server may be down or block requests from other sites.',
    )
  }
  return error instanceof Error ? error.message : String(error)
}
