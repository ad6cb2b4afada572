/** What the command refuses before it does anything, by its last line. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ROOT } from './paths.ts'

let out: string
beforeAll(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'inkproof-release-cli-'))
})
afterAll(() => rm(out, { recursive: true }))

const UNREACHABLE =
  'https://127.0.0.1:65535/api/content/browser-reports cannot be read: connect ECONNREFUSED 127.0.0.1:65535; --origin selects the installation'

test.each<[string[], string]>([
  [['--preview'], '--preview takes one slice, such as mfe-documents'],
  [['--preview', 'mfe-auth', 'mfe-content'], '--preview takes one slice, such as mfe-documents'],
  [
    ['--preview', 'shell'],
    'the shell cannot be previewed or released as a canary; only slices can',
  ],
  [['--canary', '10'], '--canary takes one slice, such as mfe-documents'],
  [['--canary', '80', 'mfe-auth'], '--canary takes a number from 1 to 50, not "80"'],
  [
    ['--canary', '10', '--to', 's3://bucket/prefix', 'mfe-auth'],
    '--canary needs the folder that a gateway serves: with storage, a canary could not be ended fast enough',
  ],
  [['--preview', '--canary', '10', 'mfe-auth'], '--preview cannot be combined with --canary'],
  [['--preview', '--build-only', 'mfe-auth'], '--preview cannot be combined with --build-only'],
  [['--canary', '10', '--build-only', 'mfe-auth'], '--canary cannot be combined with --build-only'],
  [['--end-preview', 'x'], 'there is no preview x'],
  [
    ['--end-preview', 'x', '--preview', 'mfe-auth'],
    '--preview cannot be combined with --end-preview',
  ],
  [
    ['--end-preview', 'x', 'mfe-auth@1'],
    '--end-preview takes the link of the preview, and no slice',
  ],
  [['--remove', 'mfe-x', '--preview', 'mfe-auth'], '--preview cannot be combined with --remove'],
  [
    ['--offline', 'off', '--canary', '10', 'mfe-auth'],
    '--canary cannot be combined with --offline',
  ],
  [['--for', '30m', 'mfe-auth@1'], '--for requires --canary'],
  [['--min-visits', '500', '--preview', 'mfe-auth'], '--min-visits requires --canary'],
  [['--origin', 'https://proof.example', 'mfe-auth@1'], '--origin requires --preview or --canary'],
  ...['proof.example', 'localhost:8080', ''].map((origin): [string[], string] => [
    ['--preview', `--origin=${origin}`, 'mfe-auth'],
    `--origin takes an address such as https://proof.example, not "${origin}"`,
  ]),
  [['--canary', '10', '--origin', 'https://127.0.0.1:65535', 'mfe-auth'], UNREACHABLE],
])('%j is refused', async (args, message) => {
  expect(await release(...args)).toEqual({ code: 1, stderr: `${message}\n` })
  expect(await readdir(out)).toEqual([])
})

test('an unknown option is refused, and --help lists the options', async () => {
  const { code, stderr } = await release('--prevew', 'mfe-auth')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Unknown option '--prevew'.*\n$/)
  expect(await release('--help')).toEqual({ code: 0, stderr: '' })
})

function release(...args: string[]): Promise<{ code: number; stderr: string }> {
  const script = path.join(import.meta.dirname, 'release-cli.ts')
  const command = ['--import', 'tsx', script, '--out', out, ...args]
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT }, (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    )
  })
}
