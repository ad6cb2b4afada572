/**
 * Every answer of a check as a case: what the reader has, and what the verifier must answer. The tests of the
 * package, the command line, the saved page and the web application use this list.
 */
import { randomBytes } from '../bytes.ts'
import { signCosignature } from '../cosignature.ts'
import { generateKey, parseNote, parsePrivateKey, WITNESS_KEY } from '../note.ts'
import { formatProofFile, parseProofFile } from '../proof-file.ts'
import { sha256 } from '../sha256.ts'
import type { ExitCode } from '../verdict.ts'
import type { AnswerCode } from '../wording.ts'
import { createSampleRecord, type SampleRecord } from './sample-record.ts'

/** What the reader has and chooses. */
export type Scenario = {
  record: SampleRecord
  /** The reader's file; null if there is none. */
  document: Uint8Array | null
  proofFile: string | null
  /** The policy that the reader trusts; null if none. */
  policyText: string | null
  /** Whether the reader chose a blockchain node, and whether the record's files can be read. */
  hasNode: boolean
  isRecordReachable: boolean
  existenceOnly: boolean
}

/** A case: its name, the scenario, and the answer. */
export type VerdictCase = {
  name: string
  code: AnswerCode
  headline: string
  /** The whole context, in which `{time}` stands for any time. */
  context: string
  exitCode: ExitCode
  /** Creates the scenario; the newest block is a few seconds older than `now`. */
  create: (now: Date) => Promise<Scenario>
}

const TITLE = [{ name: 'title', value: 'Lease 2026' }]

/** A record with one certified document in its first anchor, an hour before `now`. */
async function setup(now: Date, claims = TITLE) {
  const document = randomBytes(64)
  const record = createSampleRecord({ startsAt: new Date(now.getTime() - 3_600_000) })
  record.certify(randomBytes(32))
  const index = record.certify(sha256(document), claims)
  const finish = async (change: Partial<Scenario> = {}): Promise<Scenario> => ({
    record,
    document,
    proofFile: await record.proofFile(index),
    policyText: record.policyText(),
    hasNode: true,
    isRecordReachable: true,
    existenceOnly: false,
    ...change,
  })
  return { record, index, document, finish }
}

/** Anchors the record, an hour before now, and again a few seconds ago. */
function anchorTwice(record: SampleRecord): void {
  record.anchor()
  record.certify(randomBytes(32))
  record.anchor({ afterS: 3_500 })
  record.mine(1)
}

/** A witness, its policy line, and its function to cosign. */
export function createSampleWitness(name: string) {
  const { privateKey, vkey } = generateKey(`${name}.example/witness`, WITNESS_KEY)
  const key = parsePrivateKey(privateKey, WITNESS_KEY)
  return {
    line: `witness ${name} ${vkey}\n`,
    cosign: (note: string, time: Date) =>
      note + signCosignature(parseNote(note).text, key, BigInt(Math.floor(time.getTime() / 1000))),
  }
}

export const VERDICT_CASES: readonly VerdictCase[] = [
  {
    name: 'a genuine file',
    code: 'verified',
    headline: 'This is the original file.',
    context: 'Unchanged since {time}. The certificate names no issuer. Not revoked as of {time}.',
    exitCode: 0,
    create: async (now) => {
      const { record, finish } = await setup(now)
      anchorTwice(record)
      return finish()
    },
  },
  {
    name: 'a genuine file with the name of its issuer',
    code: 'verified',
    headline: 'This is the original file.',
    context:
      'Unchanged since {time}. Certified by “Jane Roe” (name not verified). Not revoked as of {time}.',
    exitCode: 0,
    create: async (now) => {
      const { record, finish } = await setup(now, [{ name: 'issuer', value: 'Jane Roe' }])
      anchorTwice(record)
      return finish()
    },
  },
  {
    name: 'a genuine file, while the record cannot be read',
    code: 'standing-outdated',
    headline: 'This is the original file.',
    context: 'Unchanged since {time}. The certificate names no issuer. Not revoked as of {time}.',
    exitCode: 2,
    create: async (now) => {
      const { record, index, finish } = await setup(now)
      record.anchor()
      const proofFile = await record.proofFile(index)
      record.certify(randomBytes(32))
      record.anchor({ afterS: 3_500 })
      record.mine(1)
      return finish({ proofFile, isRecordReachable: false })
    },
  },
  {
    name: 'a genuine file, when only its existence is checked',
    code: 'existed',
    headline: 'This file existed unchanged.',
    context: 'On {time}. The certificate names no issuer. Revocation was not checked.',
    exitCode: 0,
    create: async (now) => {
      const { record, finish } = await setup(now)
      anchorTwice(record)
      return finish({ existenceOnly: true })
    },
  },
  {
    name: 'a changed file',
    code: 'changed',
    headline: 'This is not the certified file.',
    context: 'Its content differs from the file that was certified on {time}.',
    exitCode: 1,
    create: async (now) => {
      const { record, document, finish } = await setup(now)
      anchorTwice(record)
      return finish({ document: document.map((byte, i) => (i === 7 ? byte ^ 1 : byte)) })
    },
  },
  {
    name: 'a revoked certificate',
    code: 'revoked',
    headline: 'Revoked by the issuer.',
    context: 'The file itself is unchanged since {time}.',
    exitCode: 1,
    create: async (now) => {
      const { record, index, finish } = await setup(now)
      record.anchor()
      const proofFile = await record.proofFile(index)
      record.revoke(index)
      record.anchor({ afterS: 3_500 })
      record.mine(1)
      return finish({ proofFile })
    },
  },
  {
    name: 'a replaced certificate',
    code: 'replaced',
    headline: 'A newer version exists.',
    context: 'A newer certificate replaces this one. The file itself is unchanged since {time}.',
    exitCode: 1,
    create: async (now) => {
      const { record, index, finish } = await setup(now)
      record.anchor()
      record.replace(index, randomBytes(32))
      record.anchor({ afterS: 3_500 })
      record.mine(1)
      return finish()
    },
  },
  {
    name: 'a proof file without its file',
    code: 'certificate-found',
    headline: 'Certificate found.',
    context: 'Add the file to compare it.',
    exitCode: 2,
    create: async (now) => {
      const { record, finish } = await setup(now)
      anchorTwice(record)
      return finish({ document: null })
    },
  },
  {
    name: 'a proof file of an unknown record without its file',
    code: 'certificate-found',
    headline: 'Certificate found.',
    context:
      'Add the file to compare it. You have not chosen to trust the record that certified it, and anyone can make a record.',
    exitCode: 2,
    create: async (now) => {
      const { record, finish } = await setup(now)
      anchorTwice(record)
      return finish({ document: null, policyText: null })
    },
  },
  {
    name: 'a proof file of a revoked certificate without its file',
    code: 'revoked',
    headline: 'Revoked by the issuer.',
    context: 'The file was certified on {time}.',
    exitCode: 1,
    create: async (now) => {
      const { record, index, finish } = await setup(now)
      record.anchor()
      record.revoke(index)
      record.anchor({ afterS: 3_500 })
      record.mine(1)
      return finish({ document: null })
    },
  },
  {
    name: 'a certificate that is not yet anchored',
    code: 'not-anchored',
    headline: 'Recorded, not yet on the blockchain.',
    context: 'Usually takes a few seconds. Then save a newer proof file.',
    exitCode: 2,
    create: async (now) => {
      const { finish } = await setup(now)
      return finish()
    },
  },
  {
    name: 'an anchor with too few confirmations',
    code: 'not-final',
    headline: 'Recorded, not yet final.',
    context: 'The block has 3 of 12 confirmations.',
    exitCode: 2,
    create: async (now) => {
      const { record, finish } = await setup(now)
      record.anchor()
      record.mine(2)
      record.setUnfinalBlocks(3)
      return finish()
    },
  },
  {
    name: 'a record with too few witnesses',
    code: 'too-few-witnesses',
    headline: 'Too few witnesses confirm this.',
    context: '1 of the 2 witnesses that your policy requires.',
    exitCode: 2,
    create: async (now) => {
      const { record, finish } = await setup(now)
      const [one, two] = [createSampleWitness('one'), createSampleWitness('two')]
      record.addCosigner((note) => one.cosign(note, now))
      anchorTwice(record)
      const witnesses = `${one.line}${two.line}group both all one two\nquorum both\n`
      return finish({ policyText: record.policyText({ witnesses }) })
    },
  },
  {
    name: 'a record that the reader has not chosen to trust',
    code: 'foreign-record',
    headline: 'Valid, but from an unknown record.',
    context:
      'You have not chosen to trust the record that certified it, and anyone can make a record.',
    exitCode: 2,
    create: async (now) => {
      const { record, finish } = await setup(now)
      anchorTwice(record)
      return finish({ policyText: null })
    },
  },
  {
    name: 'a broken proof',
    code: 'broken',
    headline: 'This proof is not valid.',
    context: 'Failed check: “The entry is in the public record”.',
    exitCode: 1,
    create: async (now) => {
      const { record, index, finish } = await setup(now)
      anchorTwice(record)
      const file = parseProofFile(await record.proofFile(index))
      const proof = file.proof.map((hash, i) => (i === 0 ? randomBytes(32) : hash))
      return finish({ proofFile: formatProofFile({ ...file, proof }) })
    },
  },
  {
    name: 'no blockchain node',
    code: 'incomplete',
    headline: 'Could not be checked completely.',
    context:
      'The block header was given with the proof. Choose a blockchain node, or enter a block hash you trust, to check that the block is on the blockchain.',
    exitCode: 2,
    create: async (now) => {
      const { record, finish } = await setup(now)
      anchorTwice(record)
      return finish({ hasNode: false })
    },
  },
]
