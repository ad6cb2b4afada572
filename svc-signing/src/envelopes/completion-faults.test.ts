/** Outages while a request is completed: it goes on when they are over, with one finished document and one certificate. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import { signatureVerdict } from '@inkproof/pdf-signatures/verdict'
import { pdfsigVerdicts } from '@inkproof/pdf-signing/testing/pdf-tools'
import { AppError } from '@inkproof/service-kit/app-error'
import { createLog } from '@inkproof/service-kit/log'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { SealUnavailable } from '../authority/sealing-source.ts'
import { ANCHOR_WAIT_MS } from './complete-request.ts'
import { type EnvelopeJobDeps, STUCK_ATTEMPTS } from './envelope-jobs.ts'
import type { EnvelopeRow } from './envelopes.model.ts'
import { toEnvelope } from './present.ts'
import { signRequest } from './sign-request.ts'
import {
  type EnvelopeSystem,
  JANE,
  newId,
  openEnvelopeSystem,
  SIGNER,
} from './testing/envelope-system.ts'
import { signAs } from './testing/signer.ts'
import { openTokenSeal } from './testing/token-seal.ts'

let system: EnvelopeSystem
let prototype: { row: EnvelopeRow; signedAt: Date }
let signed: EnvelopeRow

beforeAll(async () => {
  system = await openEnvelopeSystem()
  const { envelope, row, signer } = await system.bound()
  const body = await signAs(signer, envelope, { now: system.clock.now })
  const actor = system.actor(JANE, { id: row._id, recipient: SIGNER })
  prototype = { row: await signRequest(system.deps, actor, body), signedAt: system.clock.now }
  await system.model.deleteOne({ _id: row._id })
})
/** Inserts a copy of the signed request under another ID, at the time of the signature and with an empty record. */
beforeEach(async () => {
  system.clock.now = prototype.signedAt
  Object.assign(system.record, { isSigned: true, isAnchored: true })
  system.record.openings.length = 0
  system.record.certificates.clear()
  signed = { ...prototype.row, _id: newId() }
  await system.deps.envelopes.insert(signed)
})
afterAll(() => system.close())

const down = async (): Promise<never> => {
  throw new AppError('UNAVAILABLE')
}

const unavailable = async (): Promise<never> => {
  throw new SealUnavailable('the CRL cannot be fetched')
}

/** The dependencies, one of which fails until it is repaired. */
type Fault = { name: string; waitingFor: string | null; change: () => Partial<EnvelopeJobDeps> }

const FAULTS: Fault[] = [
  {
    name: 'adding steps to the record',
    waitingFor: null,
    change: () => ({ record: { ...system.record, append: down } }),
  },
  {
    name: 'proving the last step',
    waitingFor: 'record',
    change: () => ({ record: { ...system.record, prove: down } }),
  },
  {
    name: 'reading the prepared document',
    waitingFor: 'storage',
    change: () => ({ files: { ...system.files, read: down } }),
  },
  {
    name: 'issuing a digital ID',
    waitingFor: 'time-stamp',
    change: () => ({ authority: { ...system.deps.authority, issueSigner: down } }),
  },
  {
    name: 'the sealing identity',
    waitingFor: 'seal',
    change: () => ({ authority: { ...system.deps.authority, seal: unavailable } }),
  },
  {
    name: 'time-stamping',
    waitingFor: 'time-stamp',
    change: () => ({ authority: { ...system.deps.authority, timeStamp: down } }),
  },
  {
    name: 'the CRLs of time-stamp authorities',
    waitingFor: 'time-stamp',
    change: () => ({ authority: { ...system.deps.authority, timeStampRevocation: down } }),
  },
  {
    name: 'storing the finished document',
    waitingFor: 'storage',
    change: () => ({ files: { ...system.files, put: down } }),
  },
  {
    name: 'a response about storing it, which was lost',
    waitingFor: 'storage',
    change: () => ({
      files: {
        ...system.files,
        put: async (...args) => {
          await system.files.put(...args)
          return down()
        },
      },
    }),
  },
  {
    name: 'certifying it',
    waitingFor: 'certificate',
    change: () => ({ record: { ...system.record, certify: down } }),
  },
  {
    name: 'a response about certifying it, which was lost',
    waitingFor: 'certificate',
    change: () => ({
      record: {
        ...system.record,
        certify: async (input) => {
          await system.record.certify(input)
          return down()
        },
      },
    }),
  },
]

test.each(FAULTS)('after an outage of $name, the request is completed once', async (fault) => {
  await system.work(fault.change())
  const waiting = await system.read(signed._id)
  expect([waiting.state, waiting.waitingFor]).toEqual(['completing', fault.waitingFor])
  expect(toEnvelope(waiting, JANE.accountId).finished).toBeNull()
  system.pass(2_000)
  await system.work()
  await expectCompletedOnce()
})

/** Exactly one finished document, one certificate for it, all steps once in the record, and no file left over. */
async function expectCompletedOnce(): Promise<void> {
  const row = await system.read(signed._id)
  expect([row.state, row.waitingFor]).toEqual(['completed', null])
  const { certificates, openings } = system.record
  expect([...certificates.keys()]).toEqual([row.finished?.certify.id])
  expect(row.finished?.certify.opening.fingerprint).toBe(row.finished?.fingerprint)
  const recorded = new Set(openings.map(({ salt }) => Buffer.from(salt).toString('hex')))
  expect(recorded.size).toBe(openings.length)
  expect(row.steps.every(({ index }) => index !== null)).toBe(true)
  system.pass(60 * 60 * 1_000)
  await system.work()
  const kept = [row.upload, row.request?.prepared.file, row.finished?.file]
  const { files } = system
  for (const file of kept) expect((await files.find(file ?? '', row.workspaceId))?.id).toBe(file)
  const rows = await system.model.find({}).lean<EnvelopeRow[]>()
  const known = rows.flatMap(({ finished, request, upload }) => [
    upload,
    request?.prepared.file,
    finished?.file,
  ])
  const stored = await files.mongo.connection
    .collection<{ _id: string }>('stored-files')
    .find({ state: 'stored' })
    .toArray()
  const forgotten = stored.map(({ _id }) => _id).filter((id) => !known.includes(id))
  expect(forgotten).toEqual([])
}

test('a failure that stays is reported as an error, and tried once an hour', async () => {
  const lines: string[] = []
  const log = createLog('signing', 'warn', { write: (line) => void lines.push(line) })
  const broken = { log, pdf: { ...system.deps.pdf, finish: down } }
  for (let attempt = 0; attempt < STUCK_ATTEMPTS; attempt += 1) {
    await system.work(broken)
    system.pass(attempt < STUCK_ATTEMPTS - 1 ? 5 * 60 * 1_000 : 0)
  }
  const levels = lines.map((line) => JSON.parse(line).level)
  expect(levels).toEqual([...Array(STUCK_ATTEMPTS - 1).fill('warn'), 'error'])
  system.pass(60 * 60 * 1_000 - 1)
  await system.work(broken)
  expect(lines.length).toBe(STUCK_ATTEMPTS)
  system.pass(1)
  await system.work()
  await expectCompletedOnce()
})

test('a request whose token is away waits, and is sealed with its key once it is back', async () => {
  const { close, root, seal, token } = await openTokenSeal('Example Ltd', system.deps.now)
  try {
    const authority = { ...system.deps.authority, seal }
    await seal()
    token.takeAway()
    await system.work({ authority })
    expect((await system.read(signed._id)).waitingFor).toBe('seal')
    token.putBack()
    system.pass(2_000)
    await system.work({ authority })
    await expectCompletedOnce()

    const { finished } = await system.read(signed._id)
    const { bytes } = await system.files.read(finished?.file ?? '', JANE.workspaceId)
    const trustedRoots = [...system.deps.authority.certificates(), root]
    const { signatures } = await checkPdfSignatures(bytes, { trustedRoots, now: system.clock.now })
    expect(signatures.map(signatureVerdict)).toEqual(['signed', 'signed', 'signed'])
    expect(signatures[1]?.signer?.name).toBe('Example Ltd')
    const file = path.join(token.folder, 'finished.pdf')
    writeFileSync(file, bytes)
    const [, final] = await pdfsigVerdicts(file)
    expect([final?.field, final?.signature]).toEqual(['final-signature', 'Signature is Valid.'])
  } finally {
    await close()
  }
})

test('two jobs at once complete the request once', async () => {
  const other = { ...signed, dueAt: null }
  expect(other.state).toBe('completing')
  const { completeRequest } = await import('./complete-request.ts')
  const { recordSteps } = await import('./record-steps.ts')
  const row = await recordSteps(system.deps, signed)
  await Promise.all([completeRequest(system.deps, row), completeRequest(system.deps, row)])
  await expectCompletedOnce()
})

test('waits for a block for a minute, then takes the proof to the signed state', async () => {
  system.record.isAnchored = false
  await system.work()
  const waiting = await system.read(signed._id)
  expect([waiting.state, waiting.waitingFor]).toEqual(['completing', null])
  system.pass(ANCHOR_WAIT_MS + 1_000)
  await system.work()
  await expectCompletedOnce()
})

test('says that it waits for the record if the state is not signed within a minute', async () => {
  system.record.isSigned = false
  system.pass(ANCHOR_WAIT_MS + 1_000)
  await system.work()
  expect((await system.read(signed._id)).waitingFor).toBe('record')
  system.record.isSigned = true
  system.pass(2_000)
  await system.work()
  await expectCompletedOnce()
})
