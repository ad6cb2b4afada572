/** pyHanko, an independent implementation that validates signatures and signs files. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { IssuedId } from '../pki.ts'

const VERSION = '0.38.0'
const TOOLS = path.join(import.meta.dirname, '../../../../.inkproof/tools')
/** Built once for all tests; takes about half a minute. */
const FOLDER = path.join(TOOLS, `pyhanko-${VERSION}`)
const SCRIPT = path.join(import.meta.dirname, 'validate.py')
const run = promisify(execFile)

/** What pyHanko says of one signature. `changes`: what later revisions changed; null for a document time-stamp. */
export type Verdict = {
  field: string
  accepted: boolean
  intact: boolean
  trusted: boolean
  coverage: 'ENTIRE_FILE' | 'ENTIRE_REVISION' | string
  changes: 'NONE' | 'LTA_UPDATES' | 'FORM_FILLING' | 'ANNOTATIONS' | 'OTHER' | null
  /** Whether it has a valid signature time-stamp. */
  timeStamped: boolean
  problem: string | null
}

/** What pyHanko says of one signature at a later time. */
export type LaterVerdict = Pick<Verdict, 'field' | 'accepted' | 'problem'>

/** How a file was signed elsewhere. */
export type ForeignSignature =
  | 'plain'
  | 'visible'
  | 'locked'
  | 'certified-1'
  | 'certified-2'
  | 'certified-3'

/**
 * Validates files.
 *
 * @param folder of the files `names`, which also receives the root
 */
export async function checkFiles(
  folder: string,
  root: Uint8Array,
  names: string[],
): Promise<Record<string, Verdict[]>> {
  return runPyHanko(folder, ['check', rootFile(folder, root), ...names])
}

/** Validates files as a reader would at a later time. */
export async function checkFilesAt(
  folder: string,
  root: Uint8Array,
  time: Date,
  names: string[],
): Promise<Record<string, LaterVerdict[]>> {
  return runPyHanko(folder, ['check-at', rootFile(folder, root), time.toISOString(), ...names])
}

/** Signs a file with pyHanko. */
export async function signElsewhere(
  folder: string,
  id: IssuedId,
  [source, target]: [string, string],
  kind: ForeignSignature,
): Promise<void> {
  writeFileSync(path.join(folder, 'key.pem'), pem('PRIVATE KEY', id.privateKey))
  writeFileSync(path.join(folder, 'id.pem'), pem('CERTIFICATE', id.certificate))
  const chain = id.chain.map((certificate) => pem('CERTIFICATE', certificate)).join('')
  writeFileSync(path.join(folder, 'chain.pem'), chain)
  await runPyHanko(folder, ['sign', 'key.pem', 'id.pem', 'chain.pem', source, target, kind])
}

async function runPyHanko<T>(folder: string, args: string[]): Promise<T> {
  await installPyHanko()
  const { stdout } = await run(path.join(FOLDER, 'bin/python'), [SCRIPT, ...args], {
    cwd: folder,
    maxBuffer: 16 * 2 ** 20,
  })
  return JSON.parse(stdout) as T
}

/**
 * Installs pyHanko unless it is installed, which takes up to a minute.
 *
 * @throws Error that says what is missing
 */
export async function installPyHanko(): Promise<void> {
  if (existsSync(FOLDER)) return
  mkdirSync(TOOLS, { recursive: true })
  const folder = mkdtempSync(path.join(TOOLS, 'pyhanko-build-'))
  try {
    await run('python3', ['-m', 'venv', folder])
    await run(path.join(folder, 'bin/python'), ['-m', 'pip', 'install', `pyHanko==${VERSION}`])
    renameSync(folder, FOLDER)
  } catch (error) {
    // Another test has built it in the meantime.
    if (existsSync(FOLDER)) return
    const reason = `${(error as Error).message} (it needs python3 with its module venv)`
    throw new Error(
      `pyHanko, which validates signatures in this test, cannot be installed: ${reason}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rootFile(folder: string, root: Uint8Array): string {
  writeFileSync(path.join(folder, 'root.pem'), pem('CERTIFICATE', root))
  return 'root.pem'
}

function pem(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
