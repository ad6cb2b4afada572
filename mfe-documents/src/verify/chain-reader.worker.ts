/**
 * The only part of the page that may call a node the reader chose. It supports a few read methods, so that nothing
 * else can leave the page: it sends block numbers, never files, fingerprints or tokens.
 */
import { httpRpc } from '@inkproof/proof/chain-rpc'
import { answerReading, type ReadingCall } from './reading-calls.ts'

addEventListener('message', async (event: MessageEvent<ReadingCall>) => {
  postMessage(await answerReading(event.data, (url) => httpRpc(url)))
})
