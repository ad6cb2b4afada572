import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTestFile } from '@inkproof/pdf-signatures/testing/files'
import { overwrite } from '@inkproof/pdf-signatures/testing/updates'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkInChild } from './check-in-child.ts'
import { runSignatures } from './signatures-command.ts'

const FILES = new URL('../../../pdf-signatures/src/testing/files/', import.meta.url)
const fileNamed = (name: string) => fileURLToPath(new URL(name, FILES))
const SIGNED = fileNamed('approval.pdf')
const ROOT = fileNamed('root.der')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkproof-signatures-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('exits with 2 if the authorities are unknown, and lists each signature with its values', async () => {
  const { exitCode, out, err } = await run(SIGNED)
  expect({ exitCode, err }).toEqual({ exitCode: 2, err: '' })
  const lines = out.split('\n')
  expect(lines[0]).toBe('Signer unconfirmed, with additions since.')
  expect(lines.filter((line) => line.startsWith('–'))).toEqual([
    expect.stringMatching(/^– Jane Roe/),
    expect.stringMatching(/^– John Doe/),
  ])
  expect(lines).toContainEqual(expect.stringMatching(/^ {4}Time-stamp: .* UTC$/))
})

test('exits with 0 if the authorities are trusted; as JSON with all checks', async () => {
  const { exitCode, out } = await run(SIGNED, '--trust', ROOT, '--json')
  expect(exitCode).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    answer: { code: 'signed', tone: 'positive' },
    exitCode: 0,
    problem: null,
    signatures: [
      { verdict: 'signed', field: expect.any(String), integrity: { status: 'intact' } },
      { verdict: 'signed' },
    ],
  })
})

test('exits with 1 if a signed letter was changed', async () => {
  const bytes = overwrite(readTestFile('approval.pdf'), '(amount)', '(amounT)')
  const { exitCode, out } = await run(write('changed.pdf', bytes), '--trust', ROOT)
  expect(exitCode).toBe(1)
  expect(out).toContain('A signature is not valid.')
})

test('accepts authorities as PEM, several in a file', async () => {
  const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(readTestFile('root.der')).toString('base64')}\n-----END CERTIFICATE-----\n`
  const other = Buffer.from(readTestFile('one-time-ids-root.der')).toString('base64')
  const path = write(
    'authorities.pem',
    `${pem.replace(/[^-\n]{64}/g, '$&\n')}-----BEGIN CERTIFICATE-----\n${other}\n-----END CERTIFICATE-----\n`,
  )
  expect((await run(SIGNED, '--trust', path)).exitCode).toBe(0)
})

test('says that a file cannot be read as a PDF, and exits with 2', async () => {
  const unsigned = await run(write('letter.pdf', 'not a PDF'))
  expect(unsigned.exitCode).toBe(2)
  expect(unsigned.out).toContain('The signatures could not be read.')
})

test.each([
  [[], /takes one PDF file, but got 0/],
  [['a.pdf', 'b.pdf'], /takes one PDF file, but got 2/],
  [['a.pdf', '--unknown'], /Unknown option/],
  [['missing.pdf'], /The document missing\.pdf cannot be read \(ENOENT\)/],
  [['packages'], /packages is not a file\. Save the PDF as a file first\./],
  [[SIGNED, '--trust', 'missing.pem'], /The authority missing\.pem cannot be read \(ENOENT\)/],
  [[SIGNED, '--trust', fileNamed('README.md')], /contains no digital ID in the PEM or DER format/],
])('refuses the arguments %j', async (args, reason) => {
  const { exitCode, err, out } = await run(...args)
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
  expect(err).toMatch(reason)
})

test('prints its usage', async () => {
  const { exitCode, out } = await run('--help')
  expect(exitCode).toBe(0)
  expect(out).toContain('inkproof signatures FILE.pdf')
})

test('ends a check that takes too long, and one whose process fails', async () => {
  expect(await checkInChild(SIGNED, [], 1)).toBe('too-long')
  expect(await checkInChild(folder, [])).toBe('failed')
})

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function run(...argv: string[]) {
  const lines = { out: [] as string[], err: [] as string[] }
  const exitCode = await runSignatures(argv, {
    out: (text) => lines.out.push(text),
    err: (text) => lines.err.push(text),
  })
  return { exitCode, out: lines.out.join('\n'), err: lines.err.join('\n') }
}
