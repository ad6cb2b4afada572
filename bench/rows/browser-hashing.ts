import type { Figure, Row } from '../row.ts'
import { type BrowserHashing, type Hashing, measuredHashing } from '../support/browser-hashing.ts'
import { judge } from '../support/reference-machine.ts'

const SPEED_FLOOR = 300
const MEMORY_LIMIT_MB = 65

export const browserHashingSpeed: Row = {
  name: 'hashing a large file in the browser, speed',
  target: '≥ 300 MB/s',
  async measure(context) {
    const found = await measuredHashing(context)
    const ours = found.ours.megabytesPerS
    const { note: words, ...judged } = judge(
      ours,
      { atLeast: SPEED_FLOOR },
      {
        peer: 'hash-wasm default stream, MB/s',
        measured: found['hash-wasm'].megabytesPerS,
      },
    )
    return {
      ours,
      peers: peersOf(found, ({ megabytesPerS }) => megabytesPerS),
      unit: 'MB/s',
      ...judged,
      note: `Real Chromium, a file of ${found.fileMb.toFixed(0)} MB in the system’s cache; from posting the message to the worker until it responds. ${words}`,
    }
  },
}

export const browserHashingMemory: Row = {
  name: 'hashing a large file in the browser, extra memory',
  target: '≤ 65 MB',
  async measure(context) {
    const found = await measuredHashing(context)
    const ours = found.ours.memoryMb
    return {
      ours,
      peers: peersOf(found, ({ memoryMb }) => memoryMb),
      unit: 'MB',
      met: ours <= MEMORY_LIMIT_MB,
      note: 'Peak resident memory of the renderer processes, minus their memory before the file was passed to the worker.',
    }
  },
}

function peersOf(found: BrowserHashing, value: (hashing: Hashing) => number): Figure[] {
  return [
    { name: 'crypto.subtle, whole file, in a worker', value: value(found.subtle) },
    { name: 'hash-wasm, default stream', value: value(found['hash-wasm']) },
    { name: 'noble, default stream (64 MiB)', value: value(found.noble) },
  ]
}
