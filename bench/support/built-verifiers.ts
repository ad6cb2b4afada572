import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Context } from '../row.ts'

const BUILD = fileURLToPath(new URL('../../packages/cli/build.ts', import.meta.url))

export type BuiltVerifiers = { program: string; page: string }

let built: Promise<BuiltVerifiers> | undefined

/** Builds the two standalone verifiers from the current sources, once for all rows. */
export function buildVerifiersOnce({ folder }: Context): Promise<BuiltVerifiers> {
  built ??= buildInto(join(folder, 'verifiers'))
  return built
}

async function buildInto(folder: string): Promise<BuiltVerifiers> {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', BUILD, folder])
  return {
    program: join(folder, 'inkproof-verify.mjs'),
    page: join(folder, 'inkproof-verify.html'),
  }
}
