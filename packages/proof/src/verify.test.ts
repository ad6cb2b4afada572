import { expect, test } from '@jest/globals'
import { buildProof } from './build.ts'
import type { ChainNode } from './chain-rpc.ts'
import { entryBytes, KINDS, makeOpening } from './leaf.ts'
import { nodeSha256 } from './node-sha256.ts'
import { formatProofFile, parseProofFile } from './proof-file.ts'
import {
  CHAIN_ID,
  CONTRACT,
  ORIGIN,
  otherEntries,
  sampleAnchor,
  sampleLog,
  sampleOpening,
  samplePolicy,
} from './testing/sample-log.ts'
import { formatInEnglish, outcomes, setupVerification } from './testing/verification-setup.ts'
import type { VerdictCode } from './verdict.ts'
import { type VerifyInput, verify } from './verify.ts'

const BLOCK_TIME = 'September 21, 2026 at 02:13 PM UTC'

test('reports a file as certified, given its proof, a trusted log and a trusted block hash', async () => {
  const { input, sample } = await setupVerification()
  const result = await verify(input)
  expect(result.verdict.code).toBe('certified')
  expect(result.exitCode).toBe(0)
  expect(result.isTestInstallation).toBe(false)
  expect(formatInEnglish(result).notice).toBeNull()
  expect(formatInEnglish(result).verdict.sentence).toBe(
    `Certified: exactly this file existed on ${BLOCK_TIME}, when block 4242 of chain 1 was created; recorded by the log ${ORIGIN}, which you trust. Not revoked as of ${BLOCK_TIME}.`,
  )
  expect(outcomes(result)).toEqual({
    'proof-file': 'passed OK',
    fingerprint: 'passed OK',
    entry: 'passed OK',
    inclusion: 'passed OK',
    checkpoint: 'passed OK',
    trust: 'passed OK',
    anchor: 'passed OK',
    block: 'passed OK',
    finality: 'not checked NO_NODE',
    issuer: 'not checked NO_WALLET',
    domain: 'not checked NO_DOMAIN',
    revocation: 'passed OK',
  })
  expect(result.facts).toMatchObject({
    index: 2n,
    size: 7n,
    origin: ORIGIN,
    blockHash: sample.hash,
  })
  expect(await verify({ ...input, sha256: nodeSha256 })).toEqual(result)
})

const HASH = new Uint8Array(32).fill(1)

test('reports a file with a different fingerprint as changed', async () => {
  const { input, sample } = await setupVerification()
  const fingerprint = sample.fingerprint.map((byte, i) => (i === 31 ? byte ^ 1 : byte))
  const result = await verify({ ...input, fingerprint })
  expect(result).toMatchObject({ verdict: { code: 'changed' }, exitCode: 1 })
})

test('does not report an invalid proof as a changed file', async () => {
  const { input, proofFile } = await setupVerification()
  const file = parseProofFile(proofFile)
  const broken = formatProofFile({ ...file, index: 3n })
  const result = await verify({ ...input, fingerprint: HASH, proofFile: broken })
  expect(result.verdict.code).toBe('failed')
})

function fakeNode(change: Partial<ChainNode>, blockHash: Uint8Array): ChainNode {
  return {
    chainId: async () => BigInt(CHAIN_ID),
    blockHash: async (number) => (number === 4242n ? blockHash : null),
    heights: async () => ({ latest: 4300n, finalized: 4250n }),
    ...change,
  }
}

type NodeRow = [string, Partial<ChainNode>, string, string, VerdictCode]
test.each<NodeRow>([
  ['that has the block', {}, 'passed OK', 'passed OK', 'certified'],
  [
    'where the block is not final yet',
    { heights: async () => ({ latest: 4243n, finalized: 4200n }) },
    'passed OK',
    'not checked NOT_FINAL',
    'certified',
  ],
  [
    'that does not report the final block',
    { heights: async () => ({ latest: 4243n, finalized: null }) },
    'passed OK',
    'not checked NOT_FINAL',
    'certified',
  ],
  [
    'where the block was replaced',
    { blockHash: async () => HASH },
    'failed BLOCK_REPLACED',
    'not checked NO_BLOCK',
    'failed',
  ],
  [
    'that is behind',
    { blockHash: async () => null },
    'not checked NODE_BEHIND',
    'not checked NO_BLOCK',
    'cannot-be-checked',
  ],
  [
    'on another chain',
    { chainId: async () => 5n },
    'not checked NODE_ON_OTHER_CHAIN',
    'not checked NO_BLOCK',
    'cannot-be-checked',
  ],
  [
    'that is unreachable',
    { chainId: () => Promise.reject(new Error('refused')) },
    'not checked NODE_UNREACHABLE',
    'not checked NO_BLOCK',
    'cannot-be-checked',
  ],
])('reports block and finality for a node %s', async (_name, change, block, finality, code) => {
  const { input, sample } = await setupVerification()
  const result = await verify({
    ...input,
    blocks: { kind: 'node', node: fakeNode(change, sample.blockHash) },
  })
  expect(outcomes(result)).toMatchObject({ block, finality })
  expect(result.verdict.code).toBe(code)
})

test('offline and without a trusted block hash, the block cannot be checked', async () => {
  const { input } = await setupVerification()
  const result = await verify({ ...input, blocks: { kind: 'offline' } })
  expect(result).toMatchObject({ verdict: { code: 'cannot-be-checked' }, exitCode: 2 })
  expect(formatInEnglish(result).verdict.sentence).toContain('. To check whether block 4242')
})

test('offline, no step reports that the block was not found', async () => {
  const { input } = await setupVerification()
  const { steps } = formatInEnglish(await verify({ ...input, blocks: { kind: 'offline' } }))
  const blockSteps = steps.filter(({ id }) => id === 'block' || id === 'finality')
  expect(blockSteps.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/enter a block hash you trust or choose a blockchain node/),
    'Checked once the block is confirmed to be on the chain.',
  ])
})

test('reports a proof file made before the anchor', async () => {
  const { input } = await setupVerification({}, { chain: undefined, status: undefined })
  const result = await verify(input)
  expect(result).toMatchObject({ verdict: { code: 'not-yet-anchored' }, exitCode: 2 })
  expect(formatInEnglish(result).verdict.sentence).toMatch(/^Not yet on the blockchain/)
})

test('reports a certificate as revoked only if its status bit is set', async () => {
  const { input } = await setupVerification({ invalid: [2n] })
  expect(await verify(input)).toMatchObject({ verdict: { code: 'revoked' }, exitCode: 1 })
  const { input: other } = await setupVerification({ invalid: [1n, 3n] })
  expect(await verify(other)).toMatchObject({ verdict: { code: 'certified' }, exitCode: 0 })
})

test.each([
  ['revokes the certificate', KINDS.revoked, 0n, 'revoked'],
  ['supersedes the certificate', KINDS.superseded, 0n, 'superseded'],
  ['refers to another entry', KINDS.revoked, 2n, 'failed'],
] as const)('does not pass with a later entry that %s', async (_name, kind, previous, code) => {
  const fingerprint = HASH
  const opening = sampleOpening(fingerprint)
  const later = makeOpening({ kind, previous, fingerprint, claims: [] })
  const log = sampleLog([entryBytes(opening), entryBytes(later), ...otherEntries(1)])
  const { chain, blockHash } = sampleAnchor(log)
  const { read, checkpoint, vkey: logKey } = log
  const proofFile = await buildProof({
    read,
    opening,
    index: 0n,
    checkpoint,
    logKey,
    chain,
    revokedBy: 1n,
  })
  const blocks = { kind: 'trusted block hashes', hashes: [blockHash] } as const
  const result = await verify({ fingerprint, proofFile, policy: samplePolicy(logKey), blocks })
  expect(result).toMatchObject({ verdict: { code }, exitCode: 1 })
})

test('warns that a test installation proves nothing to others', async () => {
  const { input, sample } = await setupVerification()
  const result = await verify({ ...input, policy: samplePolicy(sample.vkey, { embedded: true }) })
  expect(formatInEnglish(result).notice).toBe('Test installation: proves nothing to others')
})

test.each<[string, string, (input: VerifyInput) => unknown]>([
  ['NO_FINGERPRINT', 'no fingerprint', (input) => ({ ...input, fingerprint: new Uint8Array() })],
  ['NO_FINGERPRINT', 'an undefined fingerprint', (input) => ({ ...input, fingerprint: undefined })],
  ['EMPTY_POLICY', 'no policy', (input) => ({ ...input, policy: undefined })],
  ['EMPTY_POLICY', 'an empty policy', (input) => ({ ...input, policy: { logs: [] } })],
  ['EMPTY_EXPECTATION', 'no source of block hashes', (input) => ({ ...input, blocks: undefined })],
  [
    'EMPTY_EXPECTATION',
    'no trusted block hashes',
    (input) => ({ ...input, blocks: { kind: 'trusted block hashes', hashes: [] } }),
  ],
  [
    'EMPTY_EXPECTATION',
    'a short block hash',
    (input) => ({
      ...input,
      blocks: { kind: 'trusted block hashes', hashes: [new Uint8Array(31)] },
    }),
  ],
])('throws %s for %s: incomplete input must not pass', async (code, _name, change) => {
  const { input } = await setupVerification()
  await expect(verify(change(input) as VerifyInput)).rejects.toMatchObject({ code })
})

test.each([[''], ['hello'], ['c2sp.org/tlog-proof@v1\n\n'], ['{"a":1}']])(
  'fails for input that is not a proof file: %j',
  async (proofFile) => {
    const { input } = await setupVerification()
    const result = await verify({ ...input, proofFile })
    expect(result).toMatchObject({ verdict: { code: 'failed' }, exitCode: 1, facts: null })
    expect(result.steps).toHaveLength(12)
  },
)

test('if the anchor event is missing, the sentence names the contract', async () => {
  const { input, proofFile } = await setupVerification()
  const file = parseProofFile(proofFile)
  const chain = file.chain && { ...file.chain, operator: new Uint8Array(20) }
  const result = await verify({ ...input, proofFile: formatProofFile({ ...file, chain }) })
  const { steps } = formatInEnglish(result)
  expect(steps.find((step) => step.id === 'anchor')?.sentence).toContain(CONTRACT)
})
