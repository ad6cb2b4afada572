import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  declineRequest,
  type FinishedRequest,
  finishRequest,
} from '@inkproof/pdf-signatures/testing/finished-request'
import { finishSignedUpload } from '@inkproof/pdf-signatures/testing/finished-signed-upload'
import { recordWith } from '@inkproof/pdf-signatures/testing/record-with'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { runVerify } from '../verify/verify-command.ts'
import { verifySignedPdf } from './signed-pdf.ts'

let folder: string
let finished: Awaited<ReturnType<typeof finishRequest>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inkproof-signed-pdf-'))
  finished = await finishRequest({ signers: ['jane', 'richard'], approver: 'ann' })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('names who signed and approved, and exits with 0', async () => {
  const path = write('signed.pdf', finished.file)
  const { exitCode, text } = await verifySignedPdf(path, finished.input, {
    evidence: null,
    json: false,
  })
  expect(exitCode).toBe(0)
  const lines = text.split('\n')
  expect(lines[0]).toBe('Signed and approved by 3 people.')
  expect(lines.filter((line) => line.startsWith('✓ ')).slice(0, 3)).toEqual([
    '✓ Signed by Jane Roe (e-mail checked)',
    '✓ Signed by Richard Roe (e-mail checked)',
    '✓ Approved by Ann Roe (e-mail checked)',
  ])
})

test('exits with 1 if a byte was changed', async () => {
  const file = finished.file.slice()
  file[60] = (file[60] as number) ^ 1
  const path = write('changed.pdf', file)
  const { exitCode, text } = await verifySignedPdf(path, finished.input, {
    evidence: null,
    json: true,
  })
  expect(exitCode).toBe(1)
  expect(JSON.parse(text)).toMatchObject({ answer: { code: 'invalid' }, request: null })
})

test('exits with 2 without a trusted record, as a program and as JSON', async () => {
  const out: string[] = []
  const path = write('foreign.pdf', finished.file)
  const exitCode = await runVerify([path, '--json', '--offline'], {
    out: (text) => out.push(text),
    err: (text) => out.push(text),
  })
  expect(exitCode).toBe(2)
  expect(JSON.parse(out.join(''))).toMatchObject({
    answer: { code: 'foreign-record' },
    exitCode: 2,
    request: { participants: [{ name: 'Jane Roe' }, { name: 'Richard Roe' }, { name: 'Ann Roe' }] },
  })
})

test('a signing record says who signed by its evidence, and exits with 2: its text is not checked', async () => {
  const path = write('record.pdf', await recordWith(finished.evidence))
  const { exitCode, text } = await verifySignedPdf(path, finished.input, {
    evidence: null,
    json: false,
  })
  expect(exitCode).toBe(2)
  const lines = text.split('\n')
  expect([lines[0], lines[2]]).toEqual([
    'The attached evidence is valid.',
    'The text on its pages was not checked. What follows comes from the evidence attached to it.',
  ])
  expect(lines).toContain('✓ Signed by Jane Roe (e-mail checked)')
})

test('a signing record says who declined and why, and exits with 2', async () => {
  const declined = await declineRequest({ text: '“No\u001b[2J\nthanks”' })
  const path = write('declined.pdf', declined.file)
  const options = { evidence: null, json: false }
  const { exitCode, text } = await verifySignedPdf(path, declined.input, options)
  const lines = text.split('\n')
  expect([exitCode, lines[0]]).toEqual([2, 'Declined by Ann Roe.'])
  const line = lines.indexOf('✓ Declined by Ann Roe (e-mail checked)')
  expect(lines[line + 1]).toMatch(/ Reason: “’No\uFFFD\[2J ↵ thanks’”$/)
})

test('a file without evidence needs a proof file', async () => {
  const err: string[] = []
  const exitCode = await runVerify([write('letter.txt', new Uint8Array([1]))], {
    out: () => undefined,
    err: (text) => err.push(text),
  })
  expect(exitCode).toBe(2)
  expect(err.join()).toContain('verify takes two files')
})

describe('a document that was signed before', () => {
  let beside: FinishedRequest
  beforeAll(async () => {
    beside = await finishSignedUpload()
  })

  test('is verified with the evidence beside it', async () => {
    const evidence = write('evidence.json', beside.evidence)
    const path = write('beside.pdf', beside.file)
    const { exitCode, text } = await verifySignedPdf(path, beside.input, { evidence, json: false })
    expect([exitCode, text.split('\n')[0]]).toEqual([0, 'Signed by Jane Roe.'])
    expect(text).toContain('already had 1 digital signature when it was sent')
  })

  test('without a trusted record, exits with 2; both files are recognized', async () => {
    const evidence = write('evidence.json', beside.evidence)
    const out: string[] = []
    const argv = [write('beside.pdf', beside.file), evidence, '--json', '--offline']
    const exitCode = await runVerify(argv, { out: (text) => out.push(text), err: () => undefined })
    expect([exitCode, JSON.parse(out.join('')).answer.code]).toEqual([2, 'foreign-record'])
  })

  test.each([false, true])(
    'exits with 1 for the evidence of another file (JSON: %s)',
    async (json) => {
      const evidence = write('other.json', finished.evidence)
      const path = write('beside.pdf', beside.file)
      const { exitCode, text } = await verifySignedPdf(path, beside.input, { evidence, json })
      expect([exitCode, text]).toEqual([1, expect.stringContaining('belongs to another file')])
    },
  )

  test('options about certificates are refused', async () => {
    const err: string[] = []
    const evidence = write('evidence.json', beside.evidence)
    const argv = [write('beside.pdf', beside.file), evidence, '--existence']
    const output = { out: () => undefined, err: (text: string) => err.push(text) }
    expect(await runVerify(argv, output)).toBe(2)
    expect(err.join()).toContain('need the proof file of a certificate')
  })
})

function write(name: string, content: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
