/**
 * Checks the rules of .dependency-cruiser.cjs, and that features.graph.json has no cycles. Also tests itself: a run
 * that sees too few files, or misses a planted violation or cycle, fails.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = dirname(import.meta.dirname)
const parts = JSON.parse(readFileSync(join(ROOT, 'parts.json'), 'utf8'))
const PARTS = [
  'packages',
  'shell',
  ...Object.keys(parts.slices),
  ...Object.keys(parts.services),
  'contracts',
  'launcher',
  'e2e',
  'bench',
]

/** One violation for each group of rules: the rule that must find it, where it is planted, and its source. */
const FAULTS = [
  {
    rule: 'svc-auth-imports',
    folder: 'svc-auth/src/planted-fault',
    text: "export type { Config } from '../../../svc-documents/src/config.ts'\n",
  },
  {
    rule: 'mfe-auth-imports',
    folder: 'mfe-auth/src/planted-fault',
    text: "export * from '../../../mfe-content/src/slice.tsx'\n",
  },
  {
    rule: 'svc-documents-log-imports',
    folder: 'svc-documents/src/log/planted-fault',
    text: "export * from '../../share-links/share-store.ts'\n",
  },
  {
    rule: 'svc-auth-accounts-imports',
    folder: 'svc-auth/src/accounts/planted-fault',
    text: "export * from '../../callers/locate-ip.ts'\n",
  },
  {
    rule: 'mfe-auth-account-imports',
    folder: 'mfe-auth/src/account/planted-fault',
    text: "export * from '../../dialog/auth-dialog.tsx'\n",
  },
  {
    rule: 'svc-auth-features-are-listed',
    folder: 'svc-auth/src/planted-feature',
    text: "export * from '../callers/locate-ip.ts'\n",
  },
  {
    rule: 'mfe-content-features-are-listed',
    folder: 'mfe-content/src/planted-feature',
    text: "export * from '../text/pages.ts'\n",
  },
  {
    rule: 'domain-knows-no-http-and-no-database',
    folder: 'svc-auth/src/planted-domain',
    text: "export { default } from 'mongoose'\n",
  },
]

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

/** Finds import cycles among features, because features in a cycle cannot be read, tested or replaced separately. */
function findCycles(graphs) {
  return Object.entries(graphs).flatMap(([part, graph]) => {
    const visited = new Set()
    const search = (feature, path) => {
      if (path.includes(feature)) return [[...path, feature].join(' > ')]
      if (visited.has(feature)) return []
      const found = (graph[feature] ?? []).flatMap((next) => search(next, [...path, feature]))
      visited.add(feature)
      return found
    }
    return Object.keys(graph)
      .flatMap((feature) => search(feature, []))
      .map((cycle) => `${part}: ${cycle}`)
  })
}

const cycles = findCycles(JSON.parse(readFileSync(join(ROOT, 'features.graph.json'), 'utf8')))
for (const cycle of cycles) console.error(`features.graph.json has a cycle: ${cycle}`)
const findsPlantedCycle = findCycles({ planted: { a: ['b'], b: ['c'], c: ['a'] } }).length > 0

const summary = cruise(PARTS)
const violations = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
for (const line of violations) console.error(line)

const missed = missedFaults()

function missedFaults() {
  const removeFaults = () => {
    for (const { folder } of FAULTS) rmSync(join(ROOT, folder), { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      removeFaults()
      process.exit(1)
    })
  }
  try {
    for (const { folder, text } of FAULTS) {
      mkdirSync(join(ROOT, folder), { recursive: true })
      writeFileSync(join(ROOT, folder, 'planted.ts'), text)
    }
    const found = cruise([...new Set(FAULTS.map(({ folder }) => dirname(folder)))]).violations
    return FAULTS.filter(
      ({ rule, folder }) =>
        !found.some(
          (violation) => violation.rule.name === rule && violation.from.startsWith(folder),
        ),
    )
  } finally {
    removeFaults()
  }
}

console.log(
  `imports: ${summary.totalCruised} modules, ${violations.length} violations, ${FAULTS.length - missed.length} of ${FAULTS.length} planted faults found`,
)
process.exit(
  violations.length === 0 &&
    cycles.length === 0 &&
    findsPlantedCycle &&
    missed.length === 0 &&
    summary.totalCruised >= trackedSources()
    ? 0
    : 1,
)
