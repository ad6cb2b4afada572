import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { sha256 as pureSha256 } from '@inkproof/proof/sha256'
import { verifyInclusion } from '@inkproof/proof/tree'
import type { Context, Figure, Measured, Row } from '../row.ts'
import { cpuPerCall } from '../support/cpu-time.ts'
import { peerPaths } from '../support/peer-paths.ts'
import { limitHere, ratioInWords } from '../support/set-on.ts'

const NODE_LIMIT_US = 17
const PURE_LIMIT_US = 30

const quoted: Figure[] = [
  { name: 'OpenAttestation, least', value: 65, isQuoted: true },
  { name: 'OpenTimestamps', value: 98, isQuoted: true },
]

export const verifyPathNode: Row = {
  name: 'verify, warm: path of a million leaves, Node’s hash',
  target: '≤ 17 µs of CPU a proof',
  measure: (context) => measurePath(context, 'node', NODE_LIMIT_US),
}

export const verifyPathPure: Row = {
  name: 'verify, warm: path of a million leaves, pure JavaScript',
  target: '≤ 30 µs of CPU a proof',
  measure: (context) => measurePath(context, 'pure', PURE_LIMIT_US),
}

async function measurePath(
  context: Context,
  engine: 'node' | 'pure',
  limitUs: number,
): Promise<Measured> {
  const { index, size, leaf, path, root } = await context.log()
  const hash = engine === 'node' ? nodeSha256 : pureSha256
  const contestants = {
    ours: () => verifyInclusion(index, size, leaf, path, root, hash),
    ...peerPaths(path.length),
  }
  const calls = context.isQuick ? 500 : 2_000
  const found = await cpuPerCall(contestants, { runs: context.runs, calls })
  const ours = found.ours.median
  const reference = { peer: 'merkletreejs path, µs', measured: found.merkletreejs.median } as const
  return {
    ours,
    peers: [
      { name: 'merkletreejs (Node’s hash)', value: found.merkletreejs.median },
      { name: 'OpenZeppelin (pure keccak)', value: found.openZeppelin.median },
      ...quoted,
    ],
    unit: 'µs',
    met: ours <= limitUs,
    metByRatio: ours <= limitHere(limitUs, reference),
    note: `${path.length} hashes; the least of our runs was ${found.ours.least.toFixed(1)} µs. ${ratioInWords(limitUs, reference)}`,
  }
}
