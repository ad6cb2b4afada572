/**
 * Gives the page Node's WebCrypto, because jsdom's has no `subtle`, Node's files, because jsdom's cannot be read, and
 * Node's byte arrays: those that WebCrypto, text encoders and structured clones return would otherwise be instances of
 * another class than the page's. Imported first.
 */
import { Blob as BlobOfNode, File as FileOfNode } from 'node:buffer'
import { webcrypto } from 'node:crypto'

const BytesOfNode = Object.getPrototypeOf(Buffer) as typeof Uint8Array
const BufferOfNode = Buffer.alloc(1).buffer.constructor

for (const [name, value] of Object.entries({
  crypto: webcrypto,
  Uint8Array: BytesOfNode,
  ArrayBuffer: BufferOfNode,
  Blob: BlobOfNode,
  File: FileOfNode,
}))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

/** pdf.js uses it; Node.js has it from version 22. */
Object.assign(Promise, {
  withResolvers<T>() {
    let settle = {}
    const promise = new Promise<T>((resolve, reject) => {
      settle = { resolve, reject }
    })
    return { promise, ...settle }
  },
})
