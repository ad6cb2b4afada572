import type { Context, Figure, Measured, Row } from '../row.ts'
import { judge } from '../support/reference-machine.ts'
import { measureVerificationOnce } from '../support/warm-verification.ts'

const NODE_LIMIT_US = 17
const PURE_LIMIT_US = 30

const quoted: Figure[] = [
  { name: 'OpenAttestation, fastest', value: 65, isQuoted: true },
  { name: 'OpenTimestamps', value: 98, isQuoted: true },
]

export const verifyPathNode: Row = {
  name: 'verify, warm: path in a tree of a million leaves, Node’s hash',
  target: '≤ 17 µs of CPU per proof',
  measure: (context) => measurePath(context, 'inclusionNodeHash', NODE_LIMIT_US),
}

export const verifyPathPure: Row = {
  name: 'verify, warm: path in a tree of a million leaves, pure JavaScript',
  target: '≤ 30 µs of CPU per proof',
  measure: (context) => measurePath(context, 'inclusionPureJs', PURE_LIMIT_US),
}

async function measurePath(
  context: Context,
  variant: 'inclusionNodeHash' | 'inclusionPureJs',
  limitUs: number,
): Promise<Measured> {
  const figures = await measureVerificationOnce(context)
  const { median: ours, min } = figures[variant]
  const reference = {
    peer: 'merkletreejs path, µs',
    measured: figures.merkletreejs.median,
  } as const
  const { note: scaleNote, ...judged } = judge(ours, { atMost: limitUs }, reference)
  return {
    ours,
    peers: [
      { name: 'merkletreejs (Node’s hash)', value: figures.merkletreejs.median },
      { name: 'OpenZeppelin (pure keccak)', value: figures.openZeppelin.median },
      ...quoted,
    ],
    unit: 'µs',
    ...judged,
    note: `Our fastest run took ${min.toFixed(1)} µs. ${scaleNote}`,
  }
}
