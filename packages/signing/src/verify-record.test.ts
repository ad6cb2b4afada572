import { openingLeafHash } from '@inkproof/proof/leaf'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { parsePolicy } from '@inkproof/proof/policy'
import { CHAIN_ID, ORIGIN } from '@inkproof/proof/testing/sample-log'
import { createSampleRecord, type SampleRecord } from '@inkproof/proof/testing/sample-record'
import { beforeAll, expect, test } from '@jest/globals'
import { formatEvidence } from './evidence.ts'
import { type SampleKeys, sampleKeys, sampleRequest } from './testing/sample-request.ts'
import { verifyEvidence } from './verify-evidence.ts'
import { type RecordInput, verifyRecord } from './verify-record.ts'

const START = new Date('2026-11-20T09:59:48Z')
const FIRST_BLOCK = new Date('2026-11-20T10:00:00Z')
const FILE = new Uint8Array(32).fill(9)

let keys: SampleKeys
beforeAll(async () => {
  keys = await sampleKeys()
})

type Setup = {
  /** Runs after the first step was recorded, which is at index 1. */
  between?: (record: SampleRecord, first: bigint) => void
  /** Runs after the last step was recorded. */
  after?: (record: SampleRecord, first: bigint) => void
}

/** Records all steps of the sample request, and returns its evidence and the input with which the record verifies. */
async function setup({ between, after = (record) => void record.anchor() }: Setup = {}) {
  const { ceremony, evidence, input } = await sampleRequest(keys)
  const record = createSampleRecord({ startsAt: START })
  record.certify(FILE)
  const [first, ...others] = ceremony.openings
  if (!first) throw new Error('no steps')
  const firstIndex = record.append(first)
  between?.(record, firstIndex)
  let last = firstIndex
  for (const opening of others) last = record.append(opening)
  after(record, firstIndex)
  record.mine(20)
  const text = formatEvidence({ ...evidence, proof: await record.proofFile(last) })
  const recordInput: RecordInput = {
    evidence: text,
    policy: parsePolicy(record.policyText()),
    blocks: { kind: 'node', node: record.node() },
    openRecord: () => record.read,
    sha256: nodeSha256,
    ed25519: nodeEd25519,
  }
  const leaf = openingLeafHash(ceremony.openings.at(-1) ?? first)
  const verifyAll = async (change: Partial<RecordInput> = {}) => {
    const result = await verifyRecord({ ...recordInput, ...change })
    const { verdict } = await verifyEvidence({ ...input, evidence: text, record: result })
    return { result, verdict }
  }
  return { record, recordInput, leaf, verifyAll }
}

test('a completed request that the record confirms', async () => {
  const { leaf, verifyAll } = await setup()
  expect(await verifyAll()).toEqual({
    result: {
      origin: ORIGIN,
      chainId: CHAIN_ID,
      outcome: 'passed',
      leaf,
      anchoredAt: FIRST_BLOCK,
      firstEntry: 'valid',
      logKey: expect.stringContaining(ORIGIN),
      notPassed: null,
      isTestInstallation: false,
    },
    verdict: 'verified',
  })
})

test('a request that an entry ended before its completion was anchored', async () => {
  const { verifyAll } = await setup({ between: (record, first) => void record.revoke(first) })
  const { result, verdict } = await verifyAll()
  expect([result?.outcome, result?.firstEntry, verdict]).toEqual(['passed', 'ended', 'aborted'])
})

test('an entry that names the first one after the completion was anchored changes nothing', async () => {
  const { verifyAll } = await setup({
    after: (record, first) => {
      record.anchor()
      record.revoke(first)
      record.anchor()
    },
  })
  expect((await verifyAll()).result).toMatchObject({ firstEntry: 'valid', anchoredAt: FIRST_BLOCK })
})

test('the first entry is found in an earlier tile than the last one', async () => {
  const { verifyAll } = await setup({
    between: (record) => {
      for (let i = 0; i < 300; i++) record.certify(FILE)
    },
  })
  expect((await verifyAll()).result?.firstEntry).toBe('valid')
})

function readOtherRecord() {
  const other = createSampleRecord({ startsAt: START })
  for (let i = 0; i < 40; i++) other.certify(FILE)
  other.anchor()
  return other.read
}

test.each<[string, Setup, Partial<RecordInput>]>([
  ['without access to the record', {}, { openRecord: undefined }],
  [
    'if the record has no status',
    { after: (record) => void record.anchor({ hasStatus: false }) },
    {},
  ],
  [
    'if the record is unreachable',
    {},
    { openRecord: () => () => Promise.reject(new Error('unreachable')) },
  ],
  ['if the files are those of another record', {}, { openRecord: readOtherRecord }],
])('whether the request ended is unknown %s', async (_name, options, change) => {
  const { verifyAll } = await setup(options)
  const { result, verdict } = await verifyAll(change)
  expect([result?.outcome, result?.firstEntry, verdict]).toEqual([
    'passed',
    'unknown',
    'incomplete',
  ])
})

test('a completion that is not anchored is not checked, and has no time', async () => {
  const { verifyAll } = await setup({ after: () => undefined })
  const { result, verdict } = await verifyAll()
  expect([result?.outcome, result?.notPassed, result?.anchoredAt, result?.chainId]).toEqual([
    'not checked',
    'anchor',
    null,
    CHAIN_ID,
  ])
  expect(verdict).toBe('incomplete')
})

test('an anchor that is not final is not checked', async () => {
  const { record, verifyAll } = await setup()
  record.setUnfinalBlocks(30)
  const policy = parsePolicy(record.policyText({ confirmations: 100 }))
  expect((await verifyAll({ policy })).result).toMatchObject({
    outcome: 'not checked',
    notPassed: 'finality',
  })
})

test('a record that the user does not trust is not checked, has no time, and is not asked', async () => {
  const { verifyAll } = await setup()
  const openRecord = () => {
    throw new Error('must not be asked')
  }
  const { result } = await verifyAll({ policy: 'none', openRecord })
  expect(result).toMatchObject({
    outcome: 'not checked',
    notPassed: 'trust',
    anchoredAt: null,
    firstEntry: 'unknown',
  })
})

test('a proof with another key than the trusted one fails', async () => {
  const { verifyAll } = await setup()
  const other = createSampleRecord({ startsAt: START })
  const { result, verdict } = await verifyAll({ policy: parsePolicy(other.policyText()) })
  expect([result?.outcome, result?.anchoredAt, verdict]).toEqual(['failed', null, 'broken'])
})

test.each([
  ['evidence', 'no evidence'],
  ['a proof', undefined],
])('returns null if %s cannot be read', async (_name, evidence) => {
  const { recordInput } = await setup()
  const json = JSON.parse(recordInput.evidence)
  const text = evidence ?? `${JSON.stringify({ ...json, proof: 'no proof' }, null, 2)}\n`
  expect(await verifyRecord({ ...recordInput, evidence: text })).toBeNull()
})
