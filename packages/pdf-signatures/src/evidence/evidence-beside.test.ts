import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { parsePolicy } from '@inkproof/proof/policy'
import { beforeAll, expect, test } from '@jest/globals'
import { readTestFile } from '../testing/files.ts'
import { type FinishedRequest, finishRequest, SIGNED_AT } from '../testing/finished-request.ts'
import {
  finishSignedUpload,
  type SignedUploadOptions,
  signElsewhere,
} from '../testing/finished-signed-upload.ts'
import { edit } from '../testing/updates.ts'
import { hasOnlyIntactSignatures, signatureVerdict } from '../verdict.ts'
import { checkSignedPdf } from './check-signed-pdf.ts'
import { verifyRequest } from './verify-request.ts'

let finished: FinishedRequest
beforeAll(async () => {
  finished = await finishSignedUpload({ signers: ['jane', 'richard'] })
})

test('with its evidence, the PDF says who signed, and how many signatures it had before', async () => {
  const { beside, report } = await check(finished, [finished.evidence])
  expect([beside, report.signatures.map(({ field }) => field)]).toEqual([
    0,
    ['Theirs', 'inkproof-0001', 'inkproof-0002', 'inkproof-0003', 'inkproof-0004'],
  ])
  const verified = await verify(finished)
  expect(hasOnlyIntactSignatures(report.signatures)).toBe(true)
  expect(verified?.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(verified).toMatchObject({
    verdict: 'verified',
    participants: [{ name: 'Jane Roe' }, { name: 'Richard Roe' }],
    isIssuerKnown: true,
    hasOtherSignatures: false,
    signaturesBefore: 1,
  })
})

test('without its evidence, it is a PDF that was signed elsewhere', async () => {
  const { beside, report, request } = await check(finished, [])
  expect([beside, request]).toEqual([null, null])
  expect(report.signatures.map(signatureVerdict)).toEqual(Array(5).fill('unconfirmed'))
})

test('the evidence of another request is not used, whatever else it is', async () => {
  const other = await finishSignedUpload()
  const others = [other.evidence, '', '{}', finished.evidence]
  expect((await check(finished, others)).beside).toBe(3)
  const { beside, report, request } = await check(finished, [other.evidence])
  expect([beside, request]).toEqual([null, null])
  expect(report.signatures.map(signatureVerdict)).toEqual(Array(5).fill('unconfirmed'))
})

test('invisible signatures in a certified PDF are confirmed too', async () => {
  const upload = readTestFile('certified-p2.pdf')
  const verified = await verify(await finishSignedUpload({ upload, isInvisible: true }))
  expect([verified?.verdict, verified?.signaturesBefore]).toEqual(['verified', 1])
})

test.each([0, 90, 180, 270])(
  'on a page rotated by %i°, signatures are confirmed',
  async (angle) => {
    const upload = await signElsewhere(samplePdf({ page: `/Rotate ${angle}` }))
    expect((await verify(await finishSignedUpload({ upload })))?.verdict).toBe('verified')
  },
)

test.each<[string, string, SignedUploadOptions]>([
  ['a signature shows something else', 'CONTENT_DIFFERS', { shown: Buffer.from('q\nQ\n') }],
  ['a signature is shown elsewhere', 'CONTENT_DIFFERS', { shift: 2 }],
])('if %s, the evidence is broken because of %s', async (_name, reason, options) => {
  const verified = await verify(await finishSignedUpload(options))
  const failed = verified?.checks.filter(({ outcome }) => outcome === 'failed')
  expect(failed).toMatchObject([{ reason }])
})

test('if the page was changed before the next signature, the earlier signature says so', async () => {
  const signed = (file: Uint8Array) => edit(file, 4, '/Type /Page', '/Rotate 90 /Type /Page')
  const { report } = await check(await finishSignedUpload({ signed }), [])
  expect(report.signatures.map(signatureVerdict).slice(0, 2)).toEqual(['changed', 'changed'])
})

test('a finished PDF that is signed in a second request is confirmed for each request', async () => {
  const first = await finishRequest()
  const second = await finishSignedUpload({
    upload: first.file,
    signers: ['richard'],
    rectangle: { x: 60, y: 600, width: 200, height: 50 },
  })
  const again = { ...second, root: first.root }
  const { beside, request } = await check(again, [])
  expect(beside).toBeNull()
  const early = request && (await verifyRequest(request, first.input))
  expect(early?.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(early).toMatchObject({
    verdict: 'verified',
    participants: [{ name: 'Jane Roe' }],
    hasOtherSignatures: true,
  })
  expect(await verify(second)).toMatchObject({
    verdict: 'verified',
    participants: [{ name: 'Richard Roe' }],
    hasOtherSignatures: false,
    signaturesBefore: 2,
  })
})

test('a record that is not trusted confirms nothing', async () => {
  const policy = parsePolicy((await finishRequest()).record.policyText())
  const { request } = await check(finished, [finished.evidence])
  expect(request && (await verifyRequest(request, { ...finished.input, policy }))).toMatchObject({
    verdict: 'broken',
  })
})

function check({ file, root }: Pick<FinishedRequest, 'file' | 'root'>, evidence: string[]) {
  const now = new Date(SIGNED_AT.getTime() + 60_000)
  return checkSignedPdf(file, { authorities: [root], evidence, now })
}

async function verify(item: FinishedRequest) {
  const { request } = await check(item, [item.evidence])
  return request && (await verifyRequest(request, item.input))
}
