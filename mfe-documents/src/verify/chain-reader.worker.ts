/**
 * The only part of the page that may contact a node or a record chosen by the user. It supports only a few kinds of
 * reads, so that it can send block numbers but never files, fingerprints or tokens.
 */
import { httpRpc } from '@inkproof/proof/chain-rpc'
import { handleReadCall, type ReadCall } from './read-calls.ts'
import { readRecordFile } from './record-file.ts'

const network = { rpcFor: (url: string) => httpRpc(url), readFile: readRecordFile }

addEventListener('message', async (event: MessageEvent<ReadCall>) => {
  postMessage(await handleReadCall(event.data, network))
})
