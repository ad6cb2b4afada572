import { expect, test } from '@jest/globals'
import type { ChainProof } from './chain.ts'
import { KINDS, type Opening } from './leaf.ts'
import { formatProofFile, type ProofFile, parseProofFile } from './proof-file.ts'
import { decodeRlp, encodeRlp, rlpList } from './rlp.ts'
import { ORIGIN, sampleAnchor } from './testing/sample-log.ts'
import { setupVerification } from './testing/verification-setup.ts'
import type { StepId, VerdictCode } from './verdict.ts'
import { verify } from './verify.ts'

const HASH = new Uint8Array(32).fill(1)

/**
 * A mutation that keeps a proof file well-formed: its name, the step it affects, the reason reported, the
 * verdict, and the change.
 */
type Mutation = [string, StepId, string, VerdictCode, (file: ProofFile) => Partial<ProofFile>]
const MUTATIONS: Mutation[] = [
  ['a different index', 'inclusion', 'ROOT_DIFFERS', 'broken', () => ({ index: 3n })],
  ['an index beyond the size', 'inclusion', 'INDEX_BEYOND_SIZE', 'broken', () => ({ index: 7n })],
  [
    'a changed hash',
    'inclusion',
    'ROOT_DIFFERS',
    'broken',
    (f) => ({ proof: [HASH, ...f.proof.slice(1)] }),
  ],
  [
    'hashes out of order',
    'inclusion',
    'ROOT_DIFFERS',
    'broken',
    (f) => ({ proof: f.proof.toReversed() }),
  ],
  [
    'a missing hash',
    'inclusion',
    'PROOF_TOO_SHORT',
    'broken',
    (f) => ({ proof: f.proof.slice(1) }),
  ],
  [
    'an extra hash',
    'inclusion',
    'PROOF_TOO_LONG',
    'broken',
    (f) => ({ proof: [...f.proof, HASH] }),
  ],
  [
    'another salt',
    'inclusion',
    'ROOT_DIFFERS',
    'broken',
    (f) => ({ opening: { ...f.opening, salt: HASH } }),
  ],
  [
    'another title',
    'inclusion',
    'ROOT_DIFFERS',
    'broken',
    (f) => ({ opening: withTitle(f.opening) }),
  ],
  [
    'a missing claim',
    'inclusion',
    'ROOT_DIFFERS',
    'broken',
    (f) => ({ opening: { ...f.opening, claims: [] } }),
  ],
  [
    'a revocation',
    'entry',
    'NOT_A_CERTIFICATION',
    'broken',
    (f) => ({ opening: { ...f.opening, kind: KINDS.revoked, previous: 1n } }),
  ],
  [
    'a step of an envelope',
    'entry',
    'NOT_A_CERTIFICATION',
    'broken',
    (f) => ({ opening: { ...f.opening, kind: KINDS.event } }),
  ],
  [
    'another size',
    'checkpoint',
    'BAD_SIGNATURE',
    'broken',
    (f) => ({ checkpoint: f.checkpoint.replace('\n7\n', '\n8\n') }),
  ],
  [
    'another origin',
    'checkpoint',
    'NOT_SIGNED',
    'broken',
    (f) => ({ checkpoint: f.checkpoint.replace(ORIGIN, 'inkproof.example/log-2') }),
  ],
  ['another log key', 'checkpoint', 'NOT_SIGNED', 'broken', () => ({ logKey: HASH })],
  [
    'another operator',
    'anchor',
    'NO_ANCHOR_EVENT',
    'broken',
    (f) => ({ chain: f.chain && { ...f.chain, operator: new Uint8Array(20) } }),
  ],
  [
    'another chain id',
    'trust',
    'CHAIN_NOT_TRUSTED',
    'broken',
    (f) => ({ chain: f.chain && { ...f.chain, chainId: 5n } }),
  ],
  [
    'another transaction',
    'anchor',
    'BAD_TRIE',
    'broken',
    (f) => ({ chain: f.chain && { ...f.chain, txIndex: 1n } }),
  ],
  [
    'the anchor of another state',
    'anchor',
    'NO_ANCHOR_EVENT',
    'broken',
    () => ({ chain: sampleAnchor({ size: 6n, root: HASH }).chain }),
  ],
  [
    'another block with the same event',
    'block',
    'BLOCK_NOT_TRUSTED',
    'incomplete',
    (f) => ({ chain: otherBlock(f) }),
  ],
  ...[8, 11].map(
    (field): Mutation => [
      `nine bytes in field ${field} of the header`,
      'anchor',
      'BAD_HEADER',
      'broken',
      (f) => ({ chain: f.chain && withNineBytes(f.chain, field) }),
    ],
  ),
  ['no chain proof', 'anchor', 'NOT_ANCHORED', 'not-anchored', () => ({ chain: undefined })],
  [
    'a status of another entry',
    'revocation',
    'ROOT_DIFFERS',
    'broken',
    (f) => ({ status: f.status && { ...f.status, index: 6n, n: 5n } }),
  ],
  [
    'a status that stops before the entry',
    'revocation',
    'STATUS_TOO_OLD',
    'broken',
    (f) => ({ status: f.status && { ...f.status, n: f.index } }),
  ],
  ['no status', 'revocation', 'NO_STATUS', 'incomplete', () => ({ status: undefined })],
]

function withTitle(opening: Opening): Opening {
  const claims = opening.claims.map((claim) =>
    'hash' in claim ? claim : { ...claim, value: 'Lease 2027' },
  )
  return { ...opening, claims }
}

function withNineBytes(chain: ChainProof, field: number): ChainProof {
  const fields = rlpList(decodeRlp(chain.header))
  return { ...chain, header: encodeRlp(fields.with(field, new Uint8Array(9).fill(1))) }
}

function otherBlock(file: ProofFile): ProofFile['chain'] {
  return file.chain && { ...file.chain, ...sampleAnchor(readState(file), { txs: 2 }).chain }
}

function readState(file: ProofFile) {
  const [, size = '', root = ''] = file.checkpoint.split('\n')
  return { size: BigInt(size), root: new Uint8Array(Buffer.from(root, 'base64')) }
}

test.each(MUTATIONS)(
  '%s: %s reports %s, and the verdict is %s',
  async (_name, id, reason, code, change) => {
    const { input, proofFile } = await setupVerification()
    const file = parseProofFile(proofFile)
    const result = await verify({
      ...input,
      proofFile: formatProofFile({ ...file, ...change(file) }),
    })
    expect(result.steps.find((step) => step.id === id)?.reason).toBe(reason)
    expect(result.verdict.code).toBe(code)
    expect(result.exitCode).not.toBe(0)
  },
)
