/** Checks the signatures of a PDF file. The worker's content security policy permits no requests, so the file stays here. */
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const bytes = new Uint8Array(await data.arrayBuffer())
  postMessage(await checkPdfSignatures(bytes, { trustedRoots: [], now: new Date() }))
})
