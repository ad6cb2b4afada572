import { addSignature } from '@inkproof/pdf-signing/add-signature'
import { makePki } from '@inkproof/pdf-signing/testing/make-pki'
import { makeSignedPdf } from '@inkproof/pdf-signing/testing/make-signed-pdf'
import { toHex } from '@inkproof/proof/bytes'
import { parsePolicy } from '@inkproof/proof/policy'
import { createSampleRecord } from '@inkproof/proof/testing/sample-record'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { formatEvidence, parseEvidence } from '@inkproof/signing/evidence'
import { beforeAll, expect, test } from '@jest/globals'
import { latin1 } from '../pdf/characters.ts'
import {
  type FinishedOptions,
  type FinishedRequest,
  finishRequest,
  SIGNED_AT,
} from '../testing/finished-request.ts'
import { recordWith } from '../testing/record-with.ts'
import { edit } from '../testing/updates.ts'
import { signatureVerdict } from '../verdict.ts'
import { checkSignedPdf } from './check-signed-pdf.ts'
import { type RequestInput, verifyRequest } from './verify-request.ts'

let finished: FinishedRequest
beforeAll(async () => {
  finished = await finishRequest({ signers: ['jane', 'richard'], approver: 'ann' })
})

test('a finished PDF says who signed and approved', async () => {
  const check = await verify(finished)
  expect(check?.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(check).toMatchObject({
    verdict: 'verified',
    request: { title: 'Lease of the workshop' },
    participants: [
      { name: 'Jane Roe', act: 'sign', binding: { method: 'account' } },
      { name: 'Richard Roe', act: 'sign', binding: { method: 'mailbox' } },
      { name: 'Ann Roe', act: 'approve' },
    ],
    record: { anchoredAt: '2026-11-20T10:00:00.000Z', isTestInstallation: false },
    isIssuerKnown: true,
    hasOtherSignatures: false,
  })
})

test('years later, with an unknown authority, the record still shows who signed', async () => {
  const check = await verify({ ...finished, root: new Uint8Array() }, {}, 3 * 365)
  expect([check?.verdict, check?.isIssuerKnown]).toEqual(['verified', false])
})

test('a digital ID that expired before its time-stamp was proved counts at the stated time', async () => {
  // The time-stamps are of an authority that is not trusted here.
  const check = await verify({ ...finished, root: finished.issuer }, {}, 2)
  expect([check?.verdict, check?.isIssuerKnown]).toEqual(['verified', true])
})

test.each<[string, string, string, FinishedOptions]>([
  [
    'the request was ended before',
    'aborted',
    'ENDED_IN_RECORD',
    { between: (record, first) => void record.revoke(first) },
  ],
  [
    'the completion is not anchored',
    'not-anchored',
    'RECORD_NOT_CHECKED',
    { after: () => undefined },
  ],
  ['the fields show something else', 'broken', 'CONTENT_DIFFERS', { shown: Buffer.from('q\nQ\n') }],
  ['the evidence lacks a statement', 'broken', 'OTHER_STATEMENTS', { evidence: withoutStatement }],
  [
    'the evidence is JSON of another kind',
    'broken',
    'BAD_EVIDENCE',
    { evidence: () => '{"steps": {}}' },
  ],
  ['the evidence is no JSON', 'broken', 'BAD_EVIDENCE', { evidence: () => '['.repeat(100_000) }],
  ['the evidence is empty', 'broken', 'BAD_EVIDENCE', { evidence: () => '' }],
  [
    'the page was changed before the first signature',
    'broken',
    'CHANGED_BEFORE_SIGNING',
    { filled: turnPage },
  ],
])('if %s, the verdict is %s because of %s', async (_name, verdict, reason, options) => {
  const check = await verify(await finishRequest(options))
  const first = check?.checks.find(({ outcome }) => outcome !== 'passed')
  expect([check?.verdict, first?.reason]).toEqual([verdict, reason])
})

const TEXT = '2–3 people € – don’t, Škoda Auto'

test('a text with signs and letters outside ISO 8859-1 is the one that was signed', async () => {
  const check = await verify(await finishRequest({ text: TEXT }))
  expect(check?.verdict).toBe('verified')
})

test('evidence of another request does not fit the PDF', async () => {
  const other = await finishRequest({ signers: ['jane', 'richard'] })
  const mixed = await finishRequest({ evidence: () => other.evidence })
  const check = await verify({ ...mixed, input: other.input })
  expect(check?.verdict).toBe('broken')
  expect(check?.checks).toContainEqual(
    expect.objectContaining({ id: 'document', reason: 'OTHER_DOCUMENT' }),
  )
})

test.each<[string, string, Partial<RequestInput>]>([
  ['offline', 'incomplete', { blocks: { kind: 'offline' }, openRecord: undefined }],
  ['with a record that cannot be read', 'incomplete', { openRecord: () => () => Promise.reject() }],
  ['without a trusted record', 'foreign-record', { policy: 'none' }],
])('%s, the verdict is %s', async (_name, verdict, change) => {
  expect((await verify(finished, change))?.verdict).toBe(verdict)
})

test('a record of the same name with another key is not trusted', async () => {
  const other = createSampleRecord({ startsAt: SIGNED_AT })
  const policy = parsePolicy(other.policyText())
  expect((await verify(finished, { policy }))?.verdict).toBe('broken')
})

test('before the anchor is final, the verdict is not-final', async () => {
  const { record } = finished
  record.setUnfinalBlocks(30)
  const policy = parsePolicy(record.policyText({ confirmations: 100 }))
  const check = await verify(finished, { policy })
  record.setUnfinalBlocks(0)
  expect(check?.verdict).toBe('not-final')
})

test('a proof without an anchor is completed', async () => {
  const early = await finishRequest({ after: () => undefined })
  early.record.anchor()
  early.record.mine(20)
  const last = BigInt(Number(early.record.anchors()[0]?.size) - 2)
  const completeProof = () => early.record.proofFile(last)
  expect((await verify(early, { completeProof }))?.verdict).toBe('verified')
})

test('a changed byte makes the signatures of everybody invalid', async () => {
  const file = finished.file.slice()
  file[60] = (file[60] as number) ^ 1
  const { report } = await check({ ...finished, file })
  expect(report.signatures.map(signatureVerdict)).toEqual(Array(4).fill('invalid'))
  expect((await verify({ ...finished, file }))?.verdict).toBe('broken')
})

test('a PDF without evidence does not trust the authority', async () => {
  const { final, pki } = await makeSignedPdf({ signers: 1, now: SIGNED_AT })
  const { report, request } = await check({ file: final, root: pki.root.certificate })
  expect(request).toBeNull()
  expect(report.signatures.map(signatureVerdict)).toEqual(Array(3).fill('unconfirmed'))
})

test('a signature of a stranger is mentioned', async () => {
  const { issue, timeStamp } = await makePki({ now: () => SIGNED_AT })
  const file = await addSignature(finished.file, {
    digitalId: await issue('Mallory (e-mail checked)'),
    signedAt: SIGNED_AT,
    timeStamp,
  })
  expect(await verify({ ...finished, file })).toMatchObject({
    verdict: 'verified',
    hasOtherSignatures: true,
  })
})

test('a signing record is recognized by the evidence attached to it, which says who signed', async () => {
  const check = await verify({ ...finished, file: await recordWith(finished.evidence) })
  expect(check?.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  const { documents } = decodeEnvelope(parseEvidence(finished.evidence).envelope)
  expect(check).toMatchObject({
    verdict: 'verified',
    participants: [{ name: 'Jane Roe' }, { name: 'Richard Roe' }, { name: 'Ann Roe' }],
    hasOtherSignatures: false,
    signingRecord: {
      documents: documents.map(({ fingerprint, name }) => ({
        name,
        fingerprint: toHex(fingerprint),
      })),
    },
  })
})

test.each<[string, string, FinishedOptions, Partial<RequestInput>]>([
  [
    'of a request that ended before',
    'aborted',
    { between: (r, first) => void r.revoke(first) },
    {},
  ],
  ['that lacks a statement', 'broken', { evidence: withoutStatement }, {}],
  ['that cannot be read', 'broken', { evidence: () => '{}' }, {}],
  ['offline', 'incomplete', {}, { blocks: { kind: 'offline' }, openRecord: undefined }],
])('a signing record with evidence %s is %s', async (_name, verdict, options, change) => {
  const item = await finishRequest(options)
  const check = await verify({ ...item, file: await recordWith(item.evidence) }, change)
  expect(check).toMatchObject({ verdict, signingRecord: {} })
})

test('a document without its signatures is no signing record', async () => {
  const { file } = finished
  const first = latin1(file).indexOf('/ByteRange')
  const end = latin1(file).lastIndexOf('%%EOF', first) + '%%EOF'.length
  const check = await verify({ ...finished, file: file.slice(0, end) })
  expect(check?.verdict).toBe('broken')
  expect(check).not.toHaveProperty('signingRecord')
  const failures = check?.checks.filter(({ outcome }) => outcome === 'failed')
  expect(failures?.map(({ reason }) => reason)).toContain('NO_DIGITAL_ID')
})

function turnPage(file: Uint8Array): Uint8Array {
  const text = latin1(file)
  const before = text.slice(0, text.search(/\/Type \/Page\b(?!s)/))
  const number = /(\d+) 0 obj(?![\s\S]* obj)/.exec(before)?.[1]
  return edit(file, Number(number), '/Type /Page', '/Rotate 90 /Type /Page')
}

function withoutStatement(text: string): string {
  const evidence = parseEvidence(text)
  return formatEvidence({ ...evidence, statements: [] })
}

function check(
  { file, root }: Pick<FinishedRequest, 'file' | 'root'>,
  days = 0,
): ReturnType<typeof checkSignedPdf> {
  const now = new Date(SIGNED_AT.getTime() + days * 24 * 3_600_000 + 60_000)
  return checkSignedPdf(file, { authorities: [root], now })
}

async function verify(item: FinishedRequest, change: Partial<RequestInput> = {}, days = 0) {
  const { request } = await check(item, days)
  return request && (await verifyRequest(request, { ...item.input, ...change }))
}
