/**
 * The only part of the page that may reach a node the reader chose. It knows a few reading methods and
 * carries nothing else out: its messages are block numbers, never files, fingerprints or tokens.
 */
import { httpRpc } from '@inkproof/proof/chain-rpc'
import { answerReading, type ReadingCall } from './reading-calls.ts'

addEventListener('message', async (event: MessageEvent<ReadingCall>) => {
  postMessage(await answerReading(event.data, (url) => httpRpc(url)))
})
