/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import {
  declinedCheckWith,
  requestCheckWith,
} from '@inkproof/pdf-signatures/testing/sample-request-check'
import { signatureWith } from '@inkproof/pdf-signatures/testing/sample-signature'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { FromWorker } from '../pdf-signatures/messages.ts'
import { sampleInstallation } from '../testing/installation.ts'
import { nodeFile } from '../testing/node-file.ts'
import { TestPdfWorker } from '../testing/pdf-worker.ts'
import { dropFiles, findAnswer, openVerifyPage } from '../testing/verify-page.ts'
import { useVerify } from './verify.store.ts'

const OTHER = 'e'.repeat(64)
const SIGNED = '%PDF-1.7\n/ByteRange'
const INSTALLATION = await sampleInstallation()
const UNCHANGED: Extract<FromWorker, { type: 'checked' }> = {
  type: 'checked',
  report: { signatures: [signatureWith()], problem: null },
}
const NO_SIGNATURES: typeof UNCHANGED.report = { signatures: [], problem: null }
const CHANGED: FromWorker = {
  type: 'checked',
  report: {
    signatures: [
      signatureWith({ changesAfter: [{ kind: 'page-changed', subject: '1', isPermitted: false }] }),
    ],
    problem: null,
  },
}

let close: () => Promise<void>
beforeEach(() => {
  TestPdfWorker.started.length = 0
  Object.assign(globalThis, { Worker: TestPdfWorker })
})
afterEach(async () => {
  await close()
  Reflect.deleteProperty(globalThis, 'Worker')
})

test('a signed PDF without a certificate shows its signatures first', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext(UNCHANGED)
  const signatures = await screen.findByRole('region', { name: 'Signatures in this PDF' })
  const answer = await findAnswer(/^No certificate found/)
  expect(signatures.contains(answer)).toBe(true)
  expect(answer.textContent).toContain('normal for a PDF that was signed elsewhere')
})

test('that a changed PDF has no certificate is not called normal', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext(CHANGED)
  await screen.findByText('Changed after it was signed.')
  const answer = await findAnswer(/^No certificate found/)
  expect(answer.textContent).not.toContain('normal')
})

test('a certified PDF shows its certificate first', async () => {
  await setup()
  await dropFiles(INSTALLATION.fingerprint, nodeFile(SIGNED, 'lease.pdf'))
  await answerNext(UNCHANGED)
  const signatures = await screen.findByRole('region', { name: 'Signatures in this PDF' })
  const answer = await findAnswer(/original file/)
  expect(signatures.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
})

test('the signatures are shown even if the certificate cannot be looked up', async () => {
  await setup({ lookupStatus: 500 })
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext(UNCHANGED)
  expect(await screen.findByText('This file could not be checked')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Signatures in this PDF' })).toBeTruthy()
})

test('in a list, a file that was changed after signing is marked, also without a certificate', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext(CHANGED)
  await dropFiles('d'.repeat(64), nodeFile('other', 'other.txt'))
  const row = await screen.findByRole('button', { name: /contract\.pdf/ })
  await waitFor(() => expect(row.textContent).toContain('Changed after it was signed.'))
})

test('a check that failed runs again when the file is added again', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext({ type: 'failed' })
  expect(await screen.findByText(/could not be read\. Check that it opens/)).toBeTruthy()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext(UNCHANGED)
  expect(await screen.findByRole('region', { name: 'Signatures in this PDF' })).toBeTruthy()
  expect(useVerify.getState().files).toHaveLength(1)
})

test('a completed check does not run again', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext(UNCHANGED)
  await screen.findByRole('region', { name: 'Signatures in this PDF' })
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  expect(TestPdfWorker.started).toHaveLength(1)
})

test('a certified PDF of a signing request has one headline; its certificate is a section below', async () => {
  await setup()
  await dropFiles(INSTALLATION.fingerprint, nodeFile(SIGNED, 'lease.pdf'))
  await answerNext({ ...UNCHANGED, hasRequest: true })
  await answerNext({ type: 'verified', request: requestCheckWith() })
  await screen.findByRole('heading', { name: 'Signed by Jane Roe.' })
  const signatures = screen.getByRole('region', { name: 'Signatures in this PDF' })
  expect(signatures.dataset['tone']).toBe('positive')
  const section = screen.getByRole('region', { name: 'Certificate of this file' })
  expect(signatures.contains(section)).toBe(true)
  expect(section.textContent).toContain('This is the original file.')
  expect(within(section).getByRole('button', { name: 'Save the proof file' })).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
})

test('a certificate that does not fit a signed PDF is no section of it', async () => {
  await setup()
  const proof = nodeFile(INSTALLATION.proof, 'lease.pdf.tlog-proof')
  await dropFiles(OTHER, nodeFile(SIGNED, 'lease.pdf'), proof)
  await answerNext({ ...UNCHANGED, hasRequest: true })
  await answerNext({ type: 'verified', request: requestCheckWith() })
  await screen.findByRole('heading', { name: 'Signed by Jane Roe.' })
  const signatures = screen.getByRole('region', { name: 'Signatures in this PDF' })
  const answer = await findAnswer(/^This is not the certified file\.$/)
  expect(answer.dataset['tone']).toBe('negative')
  expect(signatures.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a signing request of an unknown record is not confirmed; the reader can trust the record', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext({ ...UNCHANGED, hasRequest: true })
  await answerNext({ type: 'verified', request: requestCheckWith({ verdict: 'foreign-record' }) })
  await screen.findByRole('heading', { name: 'Valid, but from an unknown record.' })
  expect(screen.getByRole('button', { name: 'Trust this record' })).toBeTruthy()
  expect(screen.queryByText(/^Signed by/)).toBeNull()
})

test('a signing request that could not be verified is checked again once the device is online', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext({ ...UNCHANGED, hasRequest: true })
  await answerNext({ type: 'verified', request: requestCheckWith({ verdict: 'incomplete' }) })
  await screen.findByRole('heading', { name: 'Could not be checked completely.' })
  act(() => void dispatchEvent(new Event('online')))
  await answerNext({ ...UNCHANGED, hasRequest: true })
  await answerNext({ type: 'verified', request: requestCheckWith() })
  expect(await screen.findByRole('heading', { name: 'Signed by Jane Roe.' })).toBeTruthy()
})

test('a signing record says that its text was not checked, and who signed by its evidence', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile('%PDF-1.7\n/EmbeddedFile', 'Lease-signing-record.pdf'))
  await answerNext({ type: 'checked', report: NO_SIGNATURES, hasRequest: true })
  const documents = [{ name: 'Lease.pdf', fingerprint: 'f'.repeat(64) }]
  await answerNext({
    type: 'verified',
    request: requestCheckWith({ signingRecord: { documents } }),
  })
  await screen.findByRole('heading', { name: 'The attached evidence is valid.' })
  const evidence = screen.getByRole('region', { name: 'Evidence in this PDF' })
  expect(evidence.dataset).toMatchObject({ signatures: 'signing-record', tone: 'neutral' })
  expect(evidence.textContent).toContain('The text on its pages was not checked.')
  expect(evidence.textContent).toContain('Signed by Jane Roe (e-mail checked)')
  expect((await findAnswer(/^No certificate found/)).textContent).toContain(
    'That is normal for a signing record.',
  )
  expect(screen.queryByRole('button', { name: 'Add the proof file' })).toBeNull()
})

test('a signing record says who declined and why', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile('%PDF-1.7\n/EmbeddedFile', 'Lease-signing-record.pdf'))
  await answerNext({ type: 'checked', report: NO_SIGNATURES, hasRequest: true })
  await answerNext({
    type: 'verified',
    request: declinedCheckWith({ signingRecord: { documents: [] } }),
  })
  await screen.findByRole('heading', { name: 'Declined by Jane Roe.' })
  const evidence = screen.getByRole('region', { name: 'Evidence in this PDF' })
  expect(evidence.textContent).toContain('Declined by Jane Roe (e-mail checked)')
  expect(evidence.textContent).toContain('Reason: “The rent is too high.”')
  expect(evidence.textContent).not.toContain('not confirmed')
})

test('another file in an unsigned PDF changes nothing', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile('%PDF-1.7\n/EmbeddedFile', 'contract.pdf'))
  await answerNext({ type: 'checked', report: NO_SIGNATURES })
  expect(await screen.findByText(/^This PDF contains no digital signatures\./)).toBeTruthy()
})

const EVIDENCE = '{\n  "format": "inkproof/evidence/v1"'

test('evidence that is dropped with its PDF names the signer', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'), nodeFile(EVIDENCE, 'contract.json'))
  await answerNext({ ...UNCHANGED, hasRequest: true, evidence: evidenceId() })
  await answerNext({ type: 'verified', request: requestCheckWith({ signaturesBefore: 1 }) })
  await screen.findByRole('heading', { name: 'Signed by Jane Roe.' })
  const signatures = screen.getByRole('region', { name: 'Signatures in this PDF' })
  expect(signatures.textContent).toContain('already had 1 digital signature when it was sent')
  expect(screen.queryByText(/contract\.json/)).toBeNull()
})

test('evidence that is added afterwards is checked with the PDF, which is not dropped again', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'))
  await answerNext(UNCHANGED)
  await screen.findByRole('heading', { name: 'Unchanged, but the signer is unconfirmed.' })
  await dropFiles(OTHER, nodeFile(EVIDENCE, 'contract.json'))
  await answerNext({ ...UNCHANGED, hasRequest: true, evidence: evidenceId() })
  await answerNext({ type: 'verified', request: requestCheckWith() })
  expect(await screen.findByRole('heading', { name: 'Signed by Jane Roe.' })).toBeTruthy()
  expect(useVerify.getState().files).toHaveLength(1)
})

test('evidence of another PDF is named, and can be removed', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(SIGNED, 'contract.pdf'), nodeFile(EVIDENCE, 'other.json'))
  await answerNext(UNCHANGED)
  await screen.findByText('The evidence belongs to another file.')
  expect(screen.getByText(/^other\.json: /)).toBeTruthy()
  act(() => screen.getByRole('button', { name: 'Remove' }).click())
  expect(screen.queryByText(/^other\.json: /)).toBeNull()
})

test('evidence alone asks for its PDF', async () => {
  await setup()
  await dropFiles(OTHER, nodeFile(EVIDENCE, 'contract.json'))
  expect(await screen.findByText('Add the signed PDF')).toBeTruthy()
  expect(useVerify.getState().files).toEqual([])
})

function evidenceId(): string {
  return useVerify.getState().evidence[0]?.id ?? ''
}

type Options = { lookupStatus?: number }

async function setup({ lookupStatus }: Options = {}) {
  const page = await openVerifyPage((request) =>
    request.path === '/api/v1/lookup' && lookupStatus !== undefined
      ? { status: lookupStatus, body: 'Broken.' }
      : INSTALLATION.handler(request),
  )
  close = page.close
  return page
}

/** Waits for the worker of the next check and lets it answer. */
async function answerNext(message: FromWorker): Promise<void> {
  const worker = await waitFor(() => {
    const last = TestPdfWorker.started.at(-1)
    if (last === undefined || last.isEnded) throw new Error('no check is running')
    return last
  })
  act(() => worker.answer(message))
}
