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
    'only slices can be opened before they are live: the shell has no variants',
  ],
  [['--canary', '10'], '--canary takes one slice, such as mfe-documents'],
  [['--canary', '80', 'mfe-auth'], '--canary takes a number from 1 to 50, not "80"'],
  [
    ['--canary', '10', '--to', 's3://bucket/prefix', 'mfe-auth'],
    '--canary needs the folder of a gateway: copies of storage are too slow to end it',
  ],
  [
    ['--preview', '--canary', '10', 'mfe-auth'],
    '--preview and --canary exclude each other: preview first, then --canary',
  ],
  [
    ['--preview', '--build-only', 'mfe-auth'],
    '--preview publishes a version, and --build-only does not',
  ],
  [
    ['--canary', '10', '--build-only', 'mfe-auth'],
    '--canary publishes a version, and --build-only does not',
  ],
  [['--end-preview', 'x'], 'there is no preview x'],
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
