/**
 * Compares this project with its peers and writes results.md: `npm run bench`. With `--quick`,
 * sizes are small and nothing is written. Other arguments select rows: only those whose names
 * contain one of the arguments are measured. `npm run bench -- first-visit` measures first visits to pages instead.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { System } from '@inkproof/launcher/system/start-system'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import type { Browser } from 'playwright-core'
import { measureFirstVisits } from './first-visit.ts'
import type { Context, Row } from './row.ts'
import { append } from './rows/append.ts'
import { browserHashingMemory, browserHashingSpeed } from './rows/browser-hashing.ts'
import { gasPerAnchor, gasPerDocument } from './rows/gas.ts'
import { homePageBytes, homePageRequests } from './rows/home-page.ts'
import { login } from './rows/login.ts'
import { chainProofSize, proofSize } from './rows/proof-size.ts'
import { sessionCheck } from './rows/session-check.ts'
import { proofFromTiles, treeBuild, treeMemory } from './rows/tree.ts'
import { verifierSize } from './rows/verifier-size.ts'
import { verifyCold } from './rows/verify-cold.ts'
import { verifyComplete, verifyWithoutSignatures } from './rows/verify-file.ts'
import { verifyPathNode, verifyPathPure } from './rows/verify-path.ts'
import { describeMachine, formatLine, formatReport, type Outcome } from './support/report.ts'
import { FULL_RUN_ENTRIES, makeSampleLog, type SampleLog } from './support/sample-log.ts'
import { startBenchSystem } from './support/system.ts'

/** Gas is measured last, because its trees stay in memory and would slow later measurements. */
const ROWS: readonly Row[] = [
  proofSize,
  chainProofSize,
  verifyPathNode,
  verifyPathPure,
  verifyWithoutSignatures,
  verifyComplete,
  verifyCold,
  verifierSize,
  treeBuild,
  treeMemory,
  proofFromTiles,
  browserHashingSpeed,
  browserHashingMemory,
  append,
  sessionCheck,
  login,
  homePageRequests,
  homePageBytes,
  gasPerDocument,
  gasPerAnchor,
]

const RUNS = { quick: 2, full: 5 }
const QUICK_ENTRIES = 20_000

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const filters = args.filter((arg) => !arg.startsWith('--'))
const rows = ROWS.filter(
  ({ name }) => filters.length === 0 || filters.some((arg) => name.includes(arg)),
)

const folder = mkdtempSync(join(tmpdir(), 'inkproof-bench-'))
const { context, close } = createContext()
try {
  if (filters.includes('first-visit')) {
    if (!(await measureFirstVisits(context))) process.exitCode = 1
  } else await measureRows()
} finally {
  await close()
  rmSync(folder, { recursive: true, force: true })
}

async function measureRows(): Promise<void> {
  const outcomes = await measureAll()
  const chromium = (await context.browser()).version()
  const text = formatReport(outcomes, {
    isQuick,
    runs: context.runs,
    machine: describeMachine(chromium),
  })
  const hasFailed = outcomes.some((outcome) => 'failure' in outcome)
  const isFullRun = !isQuick && rows.length === ROWS.length && !hasFailed
  if (isFullRun) writeFileSync(new URL('./results.md', import.meta.url), text)
  console.log(isFullRun ? '\nwritten to bench/results.md' : '\nnot written: not a full run')
  if (hasFailed) process.exitCode = 1
}

async function measureAll(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const outcome = await measureRow(row)
    console.log(formatLine(outcome))
    outcomes.push(outcome)
  }
  return outcomes
}

/** Measures one row. A failure is reported in the outcome, so that the other rows continue. */
async function measureRow(row: Row): Promise<Outcome> {
  try {
    return { row, measured: await row.measure(context) }
  } catch (error) {
    return { row, failure: error instanceof Error ? error.message : String(error) }
  }
}

function createContext(): { context: Context; close: () => Promise<void> } {
  let log: Promise<SampleLog> | undefined
  let browser: Promise<Browser> | undefined
  let system: Promise<{ system: System; database: string }> | undefined
  const entries = isQuick ? QUICK_ENTRIES : FULL_RUN_ENTRIES
  const resources = {
    log: () => (log ??= makeSampleLog(join(folder, 'log'), entries)),
    browser: () => (browser ??= openBrowser()),
    system: () => (system ??= startBenchSystem(folder)),
  }
  const close = async () => {
    await browser?.then((opened) => opened.close())
    await system?.then((started) => started.system.stop()).catch(() => undefined)
  }
  const runs = isQuick ? RUNS.quick : RUNS.full
  return { context: { isQuick, runs, folder, ...resources }, close }
}
