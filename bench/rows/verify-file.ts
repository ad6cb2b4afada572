import type { Figure, Row } from '../row.ts'
import { judge } from '../support/set-on.ts'
import { measuredVerification } from '../support/warm-verification.ts'

const LIMIT_US = 250

const quoted: Figure[] = [
  { name: 'EAS', value: 1800, isQuoted: true },
  { name: 'Blockcerts', value: 1700, isQuoted: true },
]

export const verifyButSignatures: Row = {
  name: 'verify, warm: all but signatures, down to the block hash',
  target: '≤ 250 µs of CPU a proof',
  async measure(context) {
    const { checksNode, checksPure, merkletreejs } = await measuredVerification(context)
    const ours = Math.min(checksNode.median, checksPure.median)
    const reference = { peer: 'merkletreejs path, µs', measured: merkletreejs.median } as const
    const { words, ...judged } = judge(ours, { atMost: LIMIT_US }, reference)
    return {
      ours,
      peers: quoted,
      unit: 'µs',
      ...judged,
      note: `Text parsed, path, status, header and receipt proof of a block of 200 transactions: ${checksNode.median.toFixed(0)} µs with Node’s hash, ${checksPure.median.toFixed(0)} µs with ours. The peers’ figures include a signature and no block. ${words}`,
    }
  },
}

export const verifyWhole: Row = {
  name: 'verify, warm: the whole verifier with the checkpoint’s Ed25519 signature',
  target: 'none set',
  async measure(context) {
    const { whole } = await measuredVerification(context)
    return {
      ours: whole.median,
      peers: quoted,
      unit: 'µs',
      met: null,
      note: `Verdict “certified”, all in portable JavaScript, the signature too; the least of our runs was ${whole.least.toFixed(0)} µs.`,
    }
  },
}
