import { inclusionFromTiles } from '@inkproof/proof/tile'
import type { Row } from '../row.ts'
import { cpuPerCall } from '../support/cpu-time.ts'
import { limitHere, ratioInWords } from '../support/set-on.ts'
import { measuredTrees } from '../support/trees.ts'

const BUILD_LIMIT_MS = 1000
const MEMORY_LIMIT_MB = 100
const PROOF_LIMIT_US = 1000

export const treeBuild: Row = {
  name: 'tree of a million leaves, build',
  target: '≤ 1 s',
  async measure(context) {
    const trees = await measuredTrees(context)
    const ours = trees.ours.buildMs
    const reference = {
      peer: 'merkletreejs tree, ms',
      measured: trees.merkletreejs.buildMs,
    } as const
    return {
      ours,
      peers: [
        { name: 'merkletreejs', value: trees.merkletreejs.buildMs },
        {
          name: `OpenZeppelin, ${trees.zeppelinLeaves.toLocaleString('en-US')} leaves only`,
          value: trees['open-zeppelin'].buildMs,
        },
        { name: 'OpenAttestation', value: 8000, isQuoted: true },
      ],
      unit: 'ms of CPU',
      met: ours <= BUILD_LIMIT_MS,
      metByRatio: ours <= limitHere(BUILD_LIMIT_MS, reference),
      note: `From leaf hashes to the root, a process each; ours and merkletreejs with Node’s SHA-256. ${ratioInWords(BUILD_LIMIT_MS, reference)}`,
    }
  },
}

export const treeMemory: Row = {
  name: 'tree of a million leaves, memory',
  target: '≤ 100 MB',
  async measure(context) {
    const trees = await measuredTrees(context)
    const ours = trees.ours.memoryMb
    return {
      ours,
      peers: [
        { name: 'merkletreejs', value: trees.merkletreejs.memoryMb },
        {
          name: `OpenZeppelin, ${trees.zeppelinLeaves.toLocaleString('en-US')} leaves only`,
          value: trees['open-zeppelin'].memoryMb,
        },
      ],
      unit: 'MB',
      met: ours <= MEMORY_LIMIT_MB,
      note: 'Peak above the process before it read the leaves, which are part of it (32 MB of hashes).',
    }
  },
}

export const proofFromTiles: Row = {
  name: 'one proof from a tree of a million leaves',
  target: '≤ 1 ms from tiles on disk',
  async measure(context) {
    const trees = await measuredTrees(context)
    const { read, size } = await context.log()
    let index = 0n
    const prove = () => {
      index = (index + 104_729n) % size
      return inclusionFromTiles(read, index, size)
    }
    const calls = context.isQuick ? 50 : 300
    const reference = {
      peer: 'OpenZeppelin proof, µs',
      measured: trees['open-zeppelin'].proofUs,
    } as const
    const { ours } = await cpuPerCall({ ours: prove }, { runs: context.runs, calls })
    return {
      ours: ours.median,
      peers: [
        { name: 'merkletreejs, in memory', value: trees.merkletreejs.proofUs },
        {
          name: `OpenZeppelin, in memory, ${trees.zeppelinLeaves.toLocaleString('en-US')} leaves only`,
          value: trees['open-zeppelin'].proofUs,
        },
        { name: 'OpenAttestation, in memory', value: 388_000, isQuoted: true },
      ],
      unit: 'µs of CPU',
      met: ours.median <= PROOF_LIMIT_US,
      metByRatio: ours.median <= limitHere(PROOF_LIMIT_US, reference),
      note: `Ours reads the files anew for each proof; with the tree in memory a proof takes ${trees.ours.proofUs.toFixed(0)} µs. ${ratioInWords(PROOF_LIMIT_US, reference)}`,
    }
  },
}
