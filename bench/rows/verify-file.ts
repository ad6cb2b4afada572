import type { Figure, Row } from '../row.ts'
import { judge } from '../support/reference-machine.ts'
import { measureVerificationOnce } from '../support/warm-verification.ts'

const LIMIT_US = 250

const quoted: Figure[] = [
  { name: 'EAS', value: 1800, isQuoted: true },
  { name: 'Blockcerts', value: 1700, isQuoted: true },
]

export const verifyWithoutSignatures: Row = {
  name: 'verify, warm: all checks except signatures, up to the block hash',
  target: '≤ 250 µs of CPU per proof',
  async measure(context) {
    const { checksNodeHash, checksPureJs, merkletreejs } = await measureVerificationOnce(context)
    const ours = Math.min(checksNodeHash.median, checksPureJs.median)
    const reference = { peer: 'merkletreejs path, µs', measured: merkletreejs.median } as const
    const { note: scaleNote, ...judged } = judge(ours, { atMost: LIMIT_US }, reference)
    return {
      ours,
      peers: quoted,
      unit: 'µs',
      ...judged,
      note: `Includes parsing and the path, status, header and receipt checks (block of 200 transactions): ${checksNodeHash.median.toFixed(0)} µs with Node’s hash, ${checksPureJs.median.toFixed(0)} µs with ours. The peers’ figures include a signature but no block. ${scaleNote}`,
    }
  },
}

export const verifyComplete: Row = {
  name: 'verify, warm: the complete verifier, including the checkpoint’s Ed25519 signature',
  target: 'none',
  async measure(context) {
    const { complete } = await measureVerificationOnce(context)
    return {
      ours: complete.median,
      peers: quoted,
      unit: 'µs',
      isMet: null,
      note: `Answer “verified”, everything in portable JavaScript, including the signature; our fastest run took ${complete.min.toFixed(0)} µs.`,
    }
  },
}
