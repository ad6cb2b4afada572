/** Hashes a file with noble-hashes, updated from the stream chunk by chunk. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const hash = sha256.create()
  const reader = data.stream().getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    hash.update(read.value)
  }
  postMessage(bytesToHex(hash.digest()))
})
