import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createSHA256 } from 'hash-wasm'

/** An incremental SHA-256. */
export type Hasher = {
  /** `wasm` is about six times faster; `js` works where a browser forbids WebAssembly. */
  engine: 'wasm' | 'js'
  update: (piece: Uint8Array) => void
  /** Returns 64 lower-case hex characters. The hasher cannot be used afterwards. */
  digest: () => string
}

export async function makeHasher(): Promise<Hasher> {
  try {
    return await makeWasmHasher()
  } catch {
    // A policy or a hardened browser forbids WebAssembly: JavaScript computes the same result, but slower.
    return makeJsHasher()
  }
}

export function makeJsHasher(): Hasher {
  const hash = sha256.create()
  return {
    engine: 'js',
    update: (piece) => hash.update(piece),
    digest: () => bytesToHex(hash.digest()),
  }
}

async function makeWasmHasher(): Promise<Hasher> {
  const hash = await createSHA256()
  hash.init()
  return {
    engine: 'wasm',
    update: (piece) => hash.update(piece),
    digest: () => hash.digest('hex'),
  }
}
