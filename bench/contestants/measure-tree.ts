/** Builds one tree and prints the cost as JSON; each contestant calls `measureTree` in a separate process. */
import { readFileSync } from 'node:fs'

/** CPU milliseconds; peak memory in MB, minus the process's memory before reading the leaves; CPU µs of one proof. */
export type TreeFigures = { buildMs: number; memoryMb: number; proofUs: number }

const PROOF_COUNT = 20

/**
 * @param prepare converts the leaf hashes to the form that the contestant expects; not timed
 * @param build builds the tree and its root; returns a function that builds the proof of a leaf
 */
export function measureTree<Input>(
  prepare: (leaves: Buffer) => Input,
  build: (input: Input) => (index: number) => unknown,
): void {
  const [file = '', count = ''] = process.argv.slice(2)
  const before = process.memoryUsage().rss
  const leaves = readFileSync(file).subarray(0, Number(count) * 32)
  const input = prepare(leaves)
  const started = process.cpuUsage()
  const prove = build(input)
  const buildMs = cpuMicroseconds(started) / 1000
  const memoryMb = (peakBytes() - before) / 1e6
  const figures: TreeFigures = {
    buildMs,
    memoryMb,
    proofUs: measureProofUs(prove, Number(count)),
  }
  console.log(JSON.stringify(figures))
}

function measureProofUs(prove: (index: number) => unknown, count: number): number {
  const started = process.cpuUsage()
  for (let proof = 0; proof < PROOF_COUNT; proof++) prove(Math.floor((count * proof) / PROOF_COUNT))
  return cpuMicroseconds(started) / PROOF_COUNT
}

/** Peak memory of this process. Not `maxRSS`: on Linux, a new process inherits the value of its parent. */
function peakBytes(): number {
  const [, kb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kb) * 1024
}

function cpuMicroseconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return user + system
}

/** Splits concatenated leaf hashes into one view per hash. */
export function splitLeaves(leaves: Buffer): Buffer[] {
  return Array.from({ length: leaves.length / 32 }, (_, index) =>
    leaves.subarray(index * 32, index * 32 + 32),
  )
}
