import type { Figure, Row } from '../row.ts'
import { judge } from '../support/reference-machine.ts'
import { measuredVerification } from '../support/warm-verification.ts'

const LIMIT_US = 250

const quoted: Figure[] = [
  { name: 'EAS', value: 1800, isQuoted: true },
  { name: 'Blockcerts', value: 1700, isQuoted: true },
]

export const verifyWithoutSignatures: Row = {
  name: 'verify, warm: all checks except signatures, up to the block hash',
  target: '≤ 250 µs of CPU per proof',
  async measure(context) {
    const { checksNode, checksPure, merkletreejs } = await measuredVerification(context)
    const ours = Math.min(checksNode.median, checksPure.median)
    const reference = { peer: 'merkletreejs path, µs', measured: merkletreejs.median } as const
    const { note: words, ...judged } = judge(ours, { atMost: LIMIT_US }, reference)
    return {
      ours,
      peers: quoted,
      unit: 'µs',
      ...judged,
      note: `Includes parsing and the path, status, header and receipt checks (block of 200 transactions): ${checksNode.median.toFixed(0)} µs with Node’s hash, ${checksPure.median.toFixed(0)} µs with ours. The peers’ figures include a signature but no block. ${words}`,
    }
  },
}

export const verifyWhole: Row = {
  name: 'verify, warm: the complete verifier, including the checkpoint’s Ed25519 signature',
  target: 'none set',
  async measure(context) {
    const { whole } = await measuredVerification(context)
    return {
      ours: whole.median,
      peers: quoted,
      unit: 'µs',
      met: null,
      note: `Verdict “certified”, everything in portable JavaScript, including the signature; our fastest run took ${whole.min.toFixed(0)} µs.`,
    }
  },
}
