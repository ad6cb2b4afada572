import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import { signatureVerdict } from '@inkproof/pdf-signatures/verdict'
import { DOCUMENT_TIME_STAMP, FINAL_SIGNATURE } from '@inkproof/pdf-signing/fields'
import { buildPdf, deflatedStream } from '@inkproof/pdf-signing/testing/build-pdf'
import { makePki, type TestPki } from '@inkproof/pdf-signing/testing/make-pki'
import {
  activePdf,
  encryptedPdf,
  formPdf,
  sampleObjects,
  samplePdf,
} from '@inkproof/pdf-signing/testing/sample-pdfs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { pdfProgram } from '../testing/pdf-program.ts'
import type { FinishInput } from './finish-input.ts'
import { createPdfWorker } from './pdf-worker.ts'

const SIGNED_AT = new Date()
const STREAM = Buffer.from('q\n0 0 0 rg\n2 2 m\n20 2 l\n10 9.5 l\nh\nf\nQ\n')
const rectangle = { x: 60, y: 80, width: 200, height: 50 }
const SIGNERS = [
  [
    { type: 'signature', page: 0, rectangle },
    { type: 'checkbox', page: 0, rectangle: { x: 60, y: 200, width: 14, height: 14 } },
  ],
  [{ type: 'signature', page: 0, rectangle: { ...rectangle, x: 300 } }],
] as const

/** Processes start slowly on a busy machine. */
const PATIENT = 10
/** A process has a millisecond. */
const IMPATIENT = 0.0001
let worker: ReturnType<typeof createPdfWorker>
beforeAll(() => {
  worker = createPdfWorker(PATIENT, pdfProgram())
})
afterAll(() => worker.stop())

describe('inspecting', () => {
  test('describes a form', async () => {
    const { signing, pages, fields, title } = await worker.inspect(formPdf())
    expect({ signing, pages: pages.length, title }).toEqual({
      signing: 'rewrite',
      pages: 2,
      title: undefined,
    })
    expect(fields.map(({ name }) => name)).toEqual(['buyer', 'agree', 'signature'])
  })

  test('says what will be removed', async () => {
    const { removable } = await worker.inspect(activePdf())
    expect(removable).toContain('scripts')
  })
})

/** 200 MB of zeros, compressed to 0.9 MB. */
const bomb = () =>
  buildPdf({
    ...sampleObjects(),
    1000: deflatedStream(
      deflateSync(Buffer.alloc(200 * 2 ** 20), { level: 1 }),
      '/Type /ObjStm /N 1 /First 4',
    ),
  })

test('hostile files are refused with a code, while other files are read', async () => {
  const hostile = [
    randomBytes(2 ** 20),
    samplePdf().subarray(0, 500),
    bomb(),
    samplePdf({ page: `/X ${'['.repeat(1e6)}` }),
    await encryptedPdf(),
  ]
  const [codes, others] = await Promise.all([
    Promise.all(hostile.map((file) => codeOf(worker.inspect(file)))),
    Promise.all([worker.inspect(samplePdf()), worker.prepare(samplePdf(), [], SIGNED_AT)]),
  ])
  expect(codes).toEqual(['unreadable', 'unreadable', 'unreadable', 'unreadable', 'encrypted'])
  expect(others[0].pages).toHaveLength(1)
})

test('a process that takes too long is killed, and its file is unreadable', async () => {
  const impatient = createPdfWorker(IMPATIENT, pdfProgram())
  expect(await codeOf(impatient.inspect(samplePdf()))).toBe('unreadable')
})

test('a report that takes too long is to be tried again', async () => {
  const hurried = createPdfWorker(IMPATIENT, pdfProgram())
  const report = {
    ...{ language: 'en', title: 'Record', subtitle: 'Lease', missingCharacters: '', footer: '' },
    createdAt: SIGNED_AT,
    sections: [],
    attachment: { name: 'a.json', description: '', data: new Uint8Array(1) },
  }
  await expect(hurried.writeReport(report)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('preparing refuses fields with the code and the place', async () => {
  const outside = [[{ type: 'text', page: 9, rectangle } as const]]
  await expect(worker.prepare(samplePdf(), outside, SIGNED_AT)).rejects.toMatchObject({
    name: 'SigningError',
    code: 'page-out-of-range',
    details: ['0', '0'],
  })
})

test('when too many files are waiting, further ones are told to come back', async () => {
  const busy = createPdfWorker(IMPATIENT, pdfProgram())
  const all = Array.from({ length: 19 }, () => codeOf(busy.inspect(samplePdf())))
  const codes = await Promise.all(all)
  expect(codes.filter((code) => code === 'UNAVAILABLE')).toHaveLength(1)
})

test('when the service stops, its processes end, and nobody is told that a file is unreadable', async () => {
  const stopped = createPdfWorker(PATIENT, pdfProgram())
  const running = codeOf(stopped.inspect(samplePdf()))
  stopped.stop()
  expect(await running).toBe('UNAVAILABLE')
  expect(await codeOf(stopped.inspect(samplePdf()))).toBe('UNAVAILABLE')
})

describe('finishing', () => {
  let pki: TestPki
  let input: FinishInput
  beforeAll(async () => {
    pki = await makePki()
    const signers = SIGNERS.map((fields) => [...fields])
    const { bytes, fields } = await worker.prepare(samplePdf(), signers, SIGNED_AT)
    const values = fields.map(({ name, type }) => [
      name,
      type === 'checkbox' ? { checked: true } : { appearance: STREAM, text: 'Jane' },
    ])
    const signer = async (field: string, name: string) => ({
      field,
      digitalId: await pki.issue(name),
      signedAt: SIGNED_AT,
    })
    input = {
      prepared: bytes,
      values: Object.fromEntries(values),
      evidence: { name: 'evidence.json', data: Buffer.from('{"v":1}') },
      filledAt: SIGNED_AT,
      signers: [
        await signer('signer-01-signature', 'Jane Roe'),
        await signer('signer-02-signature', 'John Doe'),
      ],
      seal: { digitalId: await pki.issue('Example (final signature)'), signedAt: SIGNED_AT },
      timeStamp: pki.timeStamp,
      validationData: async () => ({
        certificates: [pki.timeStampId.certificate],
        crls: await pki.crls(new Date()),
      }),
    }
  })

  test('makes a file whose signatures are all valid', async () => {
    const file = await worker.finish(input)
    expect(Buffer.from(file.subarray(0, input.prepared.length)).equals(input.prepared)).toBe(true)
    const { signatures } = await checkPdfSignatures(file, {
      trustedRoots: [pki.root.certificate],
      now: new Date(Date.now() + 1000),
    })
    expect(signatures.map(({ field }) => field)).toEqual([
      'signer-01-signature',
      'signer-02-signature',
      FINAL_SIGNATURE,
      DOCUMENT_TIME_STAMP,
    ])
    expect(signatures.map(signatureVerdict)).toEqual(Array(4).fill('signed'))
    expect(signatures.map(({ signer }) => signer?.name).slice(0, 3)).toEqual([
      'Jane Roe',
      'John Doe',
      'Example (final signature)',
    ])
  })

  test('fails with the error of the time-stamp authority, and can be repeated', async () => {
    const failure = new Error('no time-stamp')
    const timeStamp = () => Promise.reject(failure)
    await expect(worker.finish({ ...input, timeStamp })).rejects.toBe(failure)
    expect((await worker.finish(input)).length).toBeGreaterThan(input.prepared.length)
  })

  test('fails with the error of a key that does not belong to its digital ID', async () => {
    const other = await pki.issue('Somebody Else')
    const seal = { ...input.seal, digitalId: { ...input.seal.digitalId, sign: other.sign } }
    expect(await codeOf(worker.finish({ ...input, seal }))).toBe('signature-not-valid')
  })

  test('refuses a value for an unknown field', async () => {
    const values = { 'signer-09-signature': { checked: true } }
    expect(await codeOf(worker.finish({ ...input, values }))).toBe('unknown-field')
  })
})

async function codeOf(result: Promise<unknown>): Promise<unknown> {
  return result.then(
    () => 'accepted',
    (error: { code?: unknown }) => error.code ?? error,
  )
}
