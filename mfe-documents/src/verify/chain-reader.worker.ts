/**
 * The only part of the page that may call a node chosen by the user. It supports only a few read methods, so that
 * it can send block numbers but never files, fingerprints or tokens.
 */
import { httpRpc } from '@inkproof/proof/chain-rpc'
import { handleReadCall, type ReadCall } from './read-calls.ts'

addEventListener('message', async (event: MessageEvent<ReadCall>) => {
  postMessage(await handleReadCall(event.data, (url) => httpRpc(url)))
})
