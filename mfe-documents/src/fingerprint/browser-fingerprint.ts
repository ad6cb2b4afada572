import { type Fingerprinter, makeFingerprinter } from './fingerprint.ts'

/** The page's only fingerprinter. */
export const fingerprintFile: Fingerprinter = makeFingerprinter(
  () => new Worker(new URL('./fingerprint.wasm-worker.ts', import.meta.url)),
)
