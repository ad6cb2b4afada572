/**
 * Runs the import rules and proves that they bite: a run over no files, or one that lets a planted
 * fault pass, is a failure of the check itself.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = dirname(import.meta.dirname)
const PARTS = [
  'packages',
  'shell',
  'mfe-auth',
  'mfe-documents',
  'mfe-content',
  'svc-auth',
  'svc-documents',
  'svc-content',
  'contracts',
  'launcher',
  'e2e',
  'bench',
]

const FAULT_FOLDER = join(ROOT, 'svc-auth/src/planted-fault')
const FAULT =
  "import type { Heads } from '../../../svc-documents/src/config.ts'\nexport type Planted = Heads\n"

function cruise(folders) {
  const run = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...folders,
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
    ],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  if (!run.stdout) throw new Error(`the import check did not run: ${run.stderr}`)
  return JSON.parse(run.stdout).summary
}

function trackedSources() {
  return execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n').length
}

const summary = cruise(PARTS)
const violations = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
for (const line of violations) console.error(line)

mkdirSync(FAULT_FOLDER, { recursive: true })
writeFileSync(join(FAULT_FOLDER, 'planted.ts'), FAULT)
const planted = (() => {
  try {
    return cruise(['svc-auth']).violations.some(({ from }) => from.includes('planted-fault'))
  } finally {
    rmSync(FAULT_FOLDER, { recursive: true })
  }
})()

console.log(
  `imports: ${summary.totalCruised} modules, ${violations.length} violations, planted fault ${planted ? 'found' : 'MISSED'}`,
)
process.exit(violations.length === 0 && planted && summary.totalCruised >= trackedSources() ? 0 : 1)
