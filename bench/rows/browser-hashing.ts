import type { Figure, Row } from '../row.ts'
import {
  type BrowserHashing,
  type Hashing,
  measureHashingOnce,
} from '../support/browser-hashing.ts'
import { judge } from '../support/reference-machine.ts'

const MIN_SPEED_MB_PER_S = 300
const MEMORY_LIMIT_MB = 65

export const browserHashingSpeed: Row = {
  name: 'hashing a large file in the browser, speed',
  target: '≥ 300 MB/s',
  async measure(context) {
    const figures = await measureHashingOnce(context)
    const ours = figures.ours.megabytesPerS
    const { note: scaleNote, ...judged } = judge(
      ours,
      { atLeast: MIN_SPEED_MB_PER_S },
      {
        peer: 'hash-wasm default stream, MB/s',
        measured: figures['hash-wasm'].megabytesPerS,
      },
    )
    return {
      ours,
      peers: peerFigures(figures, ({ megabytesPerS }) => megabytesPerS),
      unit: 'MB/s',
      ...judged,
      note: `Real Chromium, a file of ${figures.fileMb.toFixed(0)} MB in the system’s cache; from posting the message to the worker until it responds. ${scaleNote}`,
    }
  },
}

export const browserHashingMemory: Row = {
  name: 'hashing a large file in the browser, extra memory',
  target: '≤ 65 MB',
  async measure(context) {
    const figures = await measureHashingOnce(context)
    const ours = figures.ours.memoryMb
    return {
      ours,
      peers: peerFigures(figures, ({ memoryMb }) => memoryMb),
      unit: 'MB',
      isMet: ours <= MEMORY_LIMIT_MB,
      note: 'Peak resident memory of the renderer processes, minus their memory before the file was passed to the worker.',
    }
  },
}

function peerFigures(figures: BrowserHashing, value: (hashing: Hashing) => number): Figure[] {
  return [
    { name: 'crypto.subtle, whole file, in a worker', value: value(figures.subtle) },
    { name: 'hash-wasm, default stream', value: value(figures['hash-wasm']) },
    { name: 'noble, default stream (64 MiB)', value: value(figures.noble) },
  ]
}
