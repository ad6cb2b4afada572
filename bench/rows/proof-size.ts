import { randomBytes } from 'node:crypto'
import type { Context, Figure, Measured, Row } from '../row.ts'
import { buildMerkletreejsPath, buildOpenZeppelinPath } from '../support/peer-paths.ts'

const PATH_LIMIT = 2048
const CHAIN_LIMIT = 8192

export const proofSize: Row = {
  name: 'proof file, one million leaves, path only',
  target: '≤ 2 KB as text, with opening and signed checkpoint',
  async measure(context) {
    const { unanchoredProof } = await context.log()
    const quoted: Figure[] = [
      { name: 'OpenTimestamps, smallest', value: 688, isQuoted: true },
      { name: 'OpenTimestamps, largest', value: 3812, isQuoted: true },
      { name: 'Blockcerts', value: 1227, isQuoted: true },
      { name: 'EAS off-chain', value: 1257, isQuoted: true },
      { name: 'OpenAttestation', value: 1679, isQuoted: true },
    ]
    const note =
      'The libraries’ JSON contains only the path and the leaf: no signature and nothing that identifies the tree.'
    return measureSize(
      unanchoredProof,
      PATH_LIMIT,
      [...(await jsonPeers(context)), ...quoted],
      note,
    )
  },
}

export const chainProofSize: Row = {
  name: 'proof down to a block hash, with status',
  target: '≤ 8 KB as text',
  async measure(context) {
    const { anchoredProof } = await context.log()
    const note =
      'Header, receipt proof in a block of 200 transactions, and the status chunk. The peers’ proofs contain none of these.'
    return measureSize(anchoredProof, CHAIN_LIMIT, [], note)
  },
}

function measureSize(text: string, limit: number, peers: Figure[], note: string): Measured {
  const ours = Buffer.byteLength(text)
  return { ours, peers, unit: 'B', isMet: ours <= limit, note }
}

async function jsonPeers(context: Context): Promise<Figure[]> {
  const { path } = await context.log()
  const leaf = randomBytes(32)
  const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
  const standard = buildOpenZeppelinPath(leaf, path.length)
  const positioned = buildMerkletreejsPath(leaf, path.length)
  const proof = positioned.proof.map(({ data, position }) => ({ position, data: hex(data) }))
  return [
    {
      name: 'OpenZeppelin proof as JSON',
      value: jsonBytes({ root: standard.root, value: [hex(leaf)], proof: standard.proof }),
    },
    {
      name: 'merkletreejs proof as JSON',
      value: jsonBytes({ root: hex(positioned.root), leaf: hex(leaf), proof }),
    },
  ]
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
