import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finishRequest } from '@inkproof/pdf-signatures/testing/finished-request'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
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
  const { exitCode, text } = await verifySignedPdf(path, finished.input, { json: false })
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
  const { exitCode, text } = await verifySignedPdf(path, finished.input, { json: true })
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

test('a file without evidence needs a proof file', async () => {
  const err: string[] = []
  const exitCode = await runVerify([write('letter.txt', new Uint8Array([1]))], {
    out: () => undefined,
    err: (text) => err.push(text),
  })
  expect(exitCode).toBe(2)
  expect(err.join()).toContain('verify takes two files')
})

function write(name: string, content: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
