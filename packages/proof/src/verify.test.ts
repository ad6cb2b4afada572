import { expect, test } from '@jest/globals'
import type { ChainNode } from './chain-rpc.ts'
import { nodeSha256 } from './node-sha256.ts'
import { formatProofFile, parseProofFile } from './proof-file.ts'
import { CHAIN_ID, CONTRACT, ORIGIN, samplePolicy } from './testing/sample-log.ts'
import { formatInEnglish, outcomes, setupVerification } from './testing/verification-setup.ts'
import type { VerdictCode } from './verdict.ts'
import { type VerifyInput, verify } from './verify.ts'

const HASH = new Uint8Array(32).fill(1)

test('verifies a file, given its proof, a trusted record and a trusted block hash', async () => {
  const { input, sample } = await setupVerification()
  const result = await verify(input)
  expect(result.exitCode).toBe(0)
  expect(result.isTestInstallation).toBe(false)
  expect(formatInEnglish(result).notice).toBeNull()
  expect(formatInEnglish(result).verdict).toEqual({
    code: 'verified',
    headline: 'This is the original file.',
    context:
      'Unchanged since September 21, 2026 at 02:13 PM UTC. The certificate names no issuer. Not revoked as of today, 02:13 PM UTC.',
    note: null,
    tone: 'positive',
  })
  expect(outcomes(result)).toEqual({
    'proof-file': 'passed OK',
    fingerprint: 'passed OK',
    entry: 'passed OK',
    inclusion: 'passed OK',
    checkpoint: 'passed OK',
    trust: 'passed OK',
    anchor: 'passed OK',
    block: 'passed OK',
    finality: 'passed OK',
    witnesses: 'passed OK',
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
  expect(result.verdict.code).toBe('broken')
})

/** A node whose newest final block is 4250 and whose contract has the head of the sample. */
function fakeNode(
  change: Partial<ChainNode>,
  sample: { blockHash: Uint8Array; size: bigint; root: Uint8Array },
): ChainNode {
  const block = (number: bigint) => ({ number, hash: HASH, time: 1_790_000_100n })
  return {
    chainId: async () => BigInt(CHAIN_ID),
    blockHash: async (number) => (number === 4242n ? sample.blockHash : null),
    block: async (number) => block(number),
    latest: async () => block(4300n),
    finalized: async () => block(4250n),
    call: async () => new Uint8Array(32),
    anchoredStates: async () => [],
    ...change,
  }
}

const at = (number: bigint) => async () => ({ number, hash: HASH, time: 1_790_000_100n })

type NodeRow = [string, Partial<ChainNode>, string, string, VerdictCode]
test.each<NodeRow>([
  [
    'where the block is not final yet',
    { latest: at(4243n), finalized: at(4200n) },
    'passed OK',
    'not checked NOT_FINAL',
    'not-final',
  ],
  [
    'that does not report the final block, with too few confirmations',
    { latest: at(4243n), finalized: async () => null },
    'passed OK',
    'not checked NOT_FINAL',
    'not-final',
  ],
  [
    'that does not report the final block, with enough confirmations',
    { latest: at(4253n), finalized: async () => null },
    'passed OK',
    'passed OK',
    'standing-outdated',
  ],
  [
    'where the block was replaced',
    { blockHash: async () => HASH },
    'failed BLOCK_REPLACED',
    'not checked NO_BLOCK',
    'broken',
  ],
  [
    'that is behind',
    { blockHash: async () => null },
    'not checked NODE_BEHIND',
    'not checked NO_BLOCK',
    'incomplete',
  ],
  [
    'on another chain',
    { chainId: async () => 5n },
    'not checked NODE_ON_OTHER_CHAIN',
    'not checked NO_BLOCK',
    'incomplete',
  ],
  [
    'that is unreachable',
    { chainId: () => Promise.reject(new Error('refused')) },
    'not checked NODE_UNREACHABLE',
    'not checked NO_BLOCK',
    'incomplete',
  ],
])('reports block and finality for a node %s', async (_name, change, block, finality, code) => {
  const { input, sample } = await setupVerification()
  const node = fakeNode(change, sample)
  const result = await verify({ ...input, blocks: { kind: 'node', node } })
  expect(outcomes(result)).toMatchObject({ block, finality })
  expect(result.verdict.code).toBe(code)
})

test('offline, a header is never reported as on the blockchain', async () => {
  const { input } = await setupVerification()
  const result = await verify({ ...input, blocks: { kind: 'offline' } })
  expect(result).toMatchObject({ verdict: { code: 'incomplete' }, exitCode: 2 })
  const { verdict, steps } = formatInEnglish(result)
  expect(verdict.context).toMatch(/^The block header was given with the proof\./)
  expect(steps.find(({ id }) => id === 'anchor')?.title).toBe(
    'The given block header contains this state',
  )
  expect(outcomes(result)).toMatchObject({
    block: 'not checked OFFLINE',
    finality: 'not checked NO_BLOCK',
  })
})

test('warns that a test installation proves nothing to others', async () => {
  const { input, proofFile } = await setupVerification()
  const file = parseProofFile(proofFile)
  const chain = file.chain && { ...file.chain, chainId: 31337n }
  const result = await verify({ ...input, proofFile: formatProofFile({ ...file, chain }) })
  expect(formatInEnglish(result).notice).toBe('Test installation: proves nothing to others')
})

test('warns about a test installation before the record is anchored', async () => {
  const { input, sample } = await setupVerification({}, { chain: undefined, status: undefined })
  const policy = samplePolicy(sample.vkey, { chainId: 31337 })
  expect((await verify({ ...input, policy })).isTestInstallation).toBe(true)
})

test.each<[string, string, (input: VerifyInput) => unknown]>([
  ['NO_FINGERPRINT', 'no fingerprint', (input) => ({ ...input, fingerprint: new Uint8Array() })],
  ['NO_FINGERPRINT', 'an undefined fingerprint', (input) => ({ ...input, fingerprint: undefined })],
  ['EMPTY_POLICY', 'no policy', (input) => ({ ...input, policy: undefined })],
  ['EMPTY_POLICY', 'an empty policy', (input) => ({ ...input, policy: { records: [] } })],
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
    expect(result).toMatchObject({ verdict: { code: 'broken' }, exitCode: 1, facts: null })
    expect(formatInEnglish(result).verdict.context).toBe(
      'It is damaged, or it is not a proof file.',
    )
    expect(result.steps).toHaveLength(13)
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
