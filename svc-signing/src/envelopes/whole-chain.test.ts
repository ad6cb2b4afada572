/** From the upload to a finished PDF that a verifier accepts. */
import { createHash } from 'node:crypto'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import { isChanged } from '@inkproof/pdf-signatures/report'
import { signatureVerdict } from '@inkproof/pdf-signatures/verdict'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { timeStampChain } from '@inkproof/pdf-signing/time-stamp-chain'
import { fromHex } from '@inkproof/proof/bytes'
import { type Opening, openingLeafHash } from '@inkproof/proof/leaf'
import { CHAIN_ID, ORIGIN } from '@inkproof/proof/testing/sample-log'
import { parseEvidence } from '@inkproof/signing/evidence'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import { textsFor } from '@inkproof/texts/texts-for'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { describeSigningRecord } from './describe-signing-record.ts'
import { toEnvelope } from './present.ts'
import { requireStarted } from './request-state.ts'
import { signRequest } from './sign-request.ts'
import { openingOf } from './steps.ts'
import {
  type EnvelopeSystem,
  field,
  JANE,
  openEnvelopeSystem,
  SIGNER,
  START,
} from './testing/envelope-system.ts'
import { readEvidence, readPdfResult } from './testing/read-finished.ts'
import { signAs } from './testing/signer.ts'
import { rememberStatements } from './testing/verify-finished.ts'
import { uploadAttachment } from './upload-attachment.ts'

let system: EnvelopeSystem
beforeAll(async () => {
  system = await openEnvelopeSystem()
})
afterAll(() => system.close())

/** Pages that inherit their sizes, rotation and resources from two nodes, as many programs write them. */
const INHERITING = samplePdf({
  pages: 2,
  objects: {
    2: '<< /Type /Pages /Count 2 /Kids [1000 0 R 1001 0 R] /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> >>',
    4: '<< /Type /Page /Parent 1000 0 R /Contents 5 0 R >>',
    6: '<< /Type /Page /Parent 1001 0 R /Contents 7 0 R >>',
    1000: '<< /Type /Pages /Count 1 /Kids [4 0 R] /Parent 2 0 R >>',
    1001: '<< /Type /Pages /Count 1 /Kids [6 0 R] /Parent 2 0 R /CropBox [15 30 580 800] /Rotate 90 >>',
  },
})
const place = (y: number) => ({ rectangle: { x: 50, y, width: 100, height: 20 } })
const PASSPORT = Buffer.from('%PDF-1.7 the passport')
const OPTIONS = ['Monthly', 'Yearly']
/** Readers ignore what they cannot use. */
const CRL = Buffer.from('the CRL of a time-stamp authority')
const depends = (on: number) => ({
  conditions: [{ field: on, is: 'equals' as const, value: '1' }],
})
const FIELDS = [
  field('signature', { page: 2 }),
  field('initials', place(20)),
  field('name', place(100)),
  field('email', place(140)),
  field('signing-date', place(180)),
  field('date', { ...place(220), settings: { validation: { latest: 'signing-day' } } }),
  field('text', { ...place(260), settings: { validation: { format: 'letters' } } }),
  field('number', { ...place(300), settings: { validation: { decimals: 0 } } }),
  field('checkbox', { ...place(340), settings: { label: 'Dogs and cats' } }),
  field('text', { ...place(380), required: false }),
  field('company', {
    ...place(420),
    required: false,
    settings: { default: 'Roe Workshops', readOnly: true },
  }),
  field('dropdown', { ...place(460), settings: { validation: { options: OPTIONS } } }),
  field('radio', { ...place(500), settings: { group: 4, label: 'Rent' } }),
  field('radio', { ...place(540), settings: { group: 4, label: 'Rent' } }),
  field('stamp', { rectangle: { x: 50, y: 580, width: 100, height: 100 } }),
  field('attachment', {
    rectangle: { x: 200, y: 580, width: 150, height: 30 },
    settings: { label: 'Copy of your passport' },
  }),
  // Shown only if the first button is selected, and only if the second one is.
  field('dropdown', {
    ...place(690),
    settings: { ...depends(12), validation: { options: OPTIONS } },
  }),
  field('dropdown', {
    ...place(720),
    required: false,
    settings: {
      ...{ ...depends(12), default: 'Yearly', readOnly: true },
      validation: { options: OPTIONS },
    },
  }),
  field('dropdown', {
    ...place(750),
    settings: { ...depends(13), validation: { options: OPTIONS } },
  }),
]

test('the finished PDF verifies, with all its signatures', async () => {
  const statements = rememberStatements(system)
  const { authority } = system.deps
  const { envelope, row, signer } = await system.bound({ ...START, fields: FIELDS }, INHERITING)
  expect(envelope.fields.map(({ type }) => type)).toEqual(FIELDS.map(({ type }) => type))
  const values = {
    ...{ 'signer-01-field-0012': 'Yearly', 'signer-01-field-0014': '1' },
    'signer-01-field-0019': 'Monthly',
  }
  const actor = system.actor(JANE, { id: row._id, recipient: SIGNER })
  const attachment = { field: 'signer-01-field-0016', fileName: 'passport.pdf' }
  const { fingerprint } = await uploadAttachment(system.deps, actor, attachment, PASSPORT)
  const attached = { fileName: attachment.fileName, fingerprint: fromHex(fingerprint) }
  const attachments = { [attachment.field]: attached }
  const changes = { now: system.clock.now, values, attachments }
  await signRequest(system.deps, actor, await signAs(signer, envelope, changes))
  const stamped: Uint8Array[] = []
  const timeStampRevocation = async (tokens: readonly Uint8Array[]) => {
    stamped.push(...tokens)
    return { crls: [CRL], ocspResponses: [] }
  }
  await system.work({ authority: { ...authority, timeStampRevocation } })

  const completed = await system.read(row._id)
  const shown = toEnvelope(completed, JANE.accountId)
  expect(shown).toMatchObject({
    state: 'completed',
    waitingFor: null,
    finished: { fileName: 'Lease-signed.pdf' },
    recipients: [{ isYou: true, name: 'Jane Roe', email: 'jane@example.com' }],
  })
  expect(shown.steps.map(({ index, type }) => `${index} ${type}`)).toEqual(
    ['sent', 'verified', 'bound', 'consented', 'viewed', 'signed', 'completed'].map(
      (type, i) => `${3 + i} ${type}`,
    ),
  )
  expect(shown.fields.flatMap(({ label }) => label ?? [])).toEqual([
    ...['Dogs and cats', 'Rent', 'Rent', 'Copy of your passport'],
  ])
  const read = async (id = '') => (await system.files.read(id, JANE.workspaceId)).bytes
  const prepared = await read(completed.request?.prepared.file)
  const finished = await read(completed.finished?.file)
  expect(createHash('sha256').update(finished).digest('hex')).toBe(shown.finished?.fingerprint)

  // One of the signer and one of the seal. The last one is of the document, and comes later.
  expect(stamped.map((token) => timeStampChain(token)?.chain.length)).toEqual([1, 1])
  expect(Buffer.from(finished).includes(CRL)).toBe(true)

  const trustedRoots = authority.certificates()
  const now = system.clock.now
  const { problem, signatures } = await checkPdfSignatures(finished, { trustedRoots, now })
  expect(problem).toBeNull()
  expect(signatures.map(({ field: name }) => name)).toEqual([
    ...['signer-01-signature', 'final-signature', 'document-time-stamp'],
  ])
  expect(signatures.map(signatureVerdict)).toEqual(['signed', 'signed', 'signed'])
  expect(signatures.some(isChanged)).toBe(false)

  const pdf = await readPdfResult(finished, prepared, trustedRoots, statements, now)
  const evidence = await readEvidence(finished)
  const leaf = openingLeafHash(openingOf(completed.steps.at(-1) as never) as Opening)
  const record = {
    origin: ORIGIN,
    chainId: CHAIN_ID,
    outcome: 'passed',
    leaf,
    anchoredAt: now,
    firstEntry: 'valid',
  } as const
  const { checks, participants, verdict } = await verifyEvidence({ evidence, record, pdf })
  expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(verdict).toBe('verified')
  expect(participants).toMatchObject([
    {
      ...{ name: 'Jane Roe', email: 'jane@example.com', binding: { method: 'account' } },
      attachments: [{ fileName: 'passport.pdf', fingerprint, label: 'Copy of your passport' }],
    },
  ])
  const parts = [completed, requireStarted(completed), parseEvidence(evidence)] as const
  const said = describeSigningRecord(...parts, { isAnchored: true }, textsFor('en'))
  expect(JSON.stringify(said.sections)).toContain('"Copy of your passport: passport.pdf"')
  const offline = await verifyEvidence({ evidence, record: null, pdf })
  expect(offline.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})
