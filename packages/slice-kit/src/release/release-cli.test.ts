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

test.each([
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
  [
    ['--preview', '--canary', '10', 'mfe-auth'],
    '--preview and --canary cannot be combined: open the preview first, then start the canary',
  ],
  [
    ['--preview', '--build-only', 'mfe-auth'],
    '--preview cannot be combined with --build-only, which publishes nothing',
  ],
  [
    ['--canary', '10', '--build-only', 'mfe-auth'],
    '--canary cannot be combined with --build-only, which publishes nothing',
  ],
  [['--end-preview', 'x'], 'there is no preview x'],
  [
    ['--end-preview', 'x', '--preview', 'mfe-auth'],
    '--end-preview cannot be combined with --preview or --canary',
  ],
])('%j is refused', async (args, message) => {
  expect(await release(...args)).toEqual({ code: 1, stderr: `${message}\n` })
  expect(await readdir(out)).toEqual([])
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
