/** Checks the record as anybody can, with the command line. */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '@inkproof/launcher/testing/test-folder'
import { expect } from '@jest/globals'
import type { Installation } from './installation.ts'

const INKPROOF = join(ROOT, 'packages/cli/bin/inkproof.mjs')

/** Runs `inkproof <args>`. Returns its exit code and its output. */
export async function runInkproof(...args: string[]): Promise<{ code: number; output: string }> {
  const run = promisify(execFile)(process.execPath, [INKPROOF, ...args])
  const { code, stdout, stderr } = await run.then(
    (result) => ({ code: 0, ...result }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code, output: stdout + stderr }
}

/** Expects that all files of both stores match, and that the served record agrees with the blockchain. */
export async function expectIntactFiles(installation: Installation): Promise<void> {
  const { stores, recordUrl, chainUrl } = installation
  const state = join(stores[1], '..', `auditor-${crypto.randomUUID()}.json`)
  const monitor = ['monitor', recordUrl, '--rpc', chainUrl, '--once', '--state', state]
  const results = await Promise.all([
    ...stores.map((store) => runInkproof('fsck', store)),
    runInkproof(...monitor),
  ])
  await rm(state, { force: true })
  expect(results.filter(({ code }) => code !== 0)).toEqual([])
}
