/** Hashes a file with hash-wasm, updated from the stream chunk by chunk, as its documentation recommends. */
import { createSHA256 } from 'hash-wasm'

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const hash = await createSHA256()
  hash.init()
  const reader = data.stream().getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    hash.update(read.value)
  }
  postMessage(hash.digest('hex'))
})
