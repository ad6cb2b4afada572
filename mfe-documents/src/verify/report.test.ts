import { digitalIdWith, signatureWith } from '@inkproof/pdf-signatures/testing/sample-signature'
import { expect, test } from '@jest/globals'
import type { SignatureCheck } from '../pdf-signatures/signature-check.ts'
import { reportLine, toCsv, toJson } from './report.ts'
import type { FileEntry, Row } from './verify-entries.ts'

const ROW: Row = {
  key: '1/',
  file: { id: '1', name: 'a.pdf', size: 3, work: { step: 'ready', fingerprint: 'ab' } },
  proof: null,
}

test('a name that a spreadsheet would evaluate as a formula stays text', () => {
  const line = reportLine(rowNamed('=HYPERLINK("http://x")'), { step: 'not-found' })
  expect(toCsv([line])).toContain('"\'=HYPERLINK(""http://x"")"')
})

test('commas, quotes and line breaks stay inside their cell', () => {
  const line = reportLine(rowNamed('a,"b"\nc.pdf'), { step: 'not-found' })
  expect(toCsv([line])).toContain('"a,""b""\nc.pdf"')
})

test('the report states that a file could not be read', () => {
  const row: Row = {
    ...ROW,
    file: { id: '1', name: 'a.pdf', size: 3, work: { step: 'unreadable', reason: 'Locked.' } },
  }
  expect(reportLine(row, undefined)).toMatchObject({
    verdict: 'unreadable',
    context: 'Locked.',
    exitCode: 2,
  })
})

test('a report created before verification ends shows which results are missing', () => {
  expect(reportLine(ROW, { step: 'checking' })).toMatchObject({ verdict: 'running' })
})

test('the report contains the headline, the context and the exit code of an answer', () => {
  expect(reportLine(ROW, { step: 'not-found' })).toMatchObject({
    verdict: 'not-found',
    headline: 'No certificate found for this file.',
    context: expect.stringContaining('creates a different file'),
    exitCode: 2,
  })
  expect(toCsv([]).trim().split(',').slice(3, 8)).toEqual([
    'verdict',
    'headline',
    'context',
    'note',
    'exitCode',
  ])
})

test('the report contains the answer about the signatures in a PDF, and who signed', () => {
  const signers = [signatureWith(), signatureWith({ signer: digitalIdWith({ name: 'John Doe' }) })]
  const time = signatureWith({ kind: 'time-stamp', signer: digitalIdWith({ name: 'Clock' }) })
  const report = { signatures: [...signers, time], problem: null }
  const withCheck = (signatures: SignatureCheck): Row => ({
    ...ROW,
    file: { ...rowNamed('a.pdf').file, signatures } as FileEntry,
  })
  const outcome = { step: 'not-found' } as const
  expect(reportLine(withCheck({ step: 'checked', report }), outcome)).toMatchObject({
    signatures: 'unconfirmed',
    signers: 'Jane Roe; John Doe',
  })
  const failed = withCheck({ step: 'failed', reason: 'too-long' })
  expect(reportLine(failed, outcome)).toMatchObject({ signatures: 'failed', signers: '' })
  expect(reportLine(ROW, outcome)).toMatchObject({ signatures: '', signers: '' })
  expect(toCsv([]).trim().split(',').slice(-2)).toEqual(['signatures', 'signers'])
})

test('the JSON report contains its creation time and every line', () => {
  const line = reportLine(ROW, { step: 'not-found' })
  const report = JSON.parse(toJson([line, line], new Date(0)))
  expect(report).toMatchObject({ createdAt: '1970-01-01T00:00:00.000Z' })
  expect(report.results).toHaveLength(2)
})

function rowNamed(name: string): Row {
  return { ...ROW, file: { id: '1', name, size: 3, work: { step: 'ready', fingerprint: 'ab' } } }
}
