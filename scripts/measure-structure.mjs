/**
 * Measures structural properties of the source and prints one table: npm run measure:structure
 *
 * node scripts/measure-structure.mjs [--list <row>] [--jest <report.json> …]
 *
 * --list prints every finding of one row with file and line; --jest adds the test minutes of reports written by
 * `jest --json --outputFile`. The header comments in scripts/structure and scripts/texts define what each row counts.
 * Exits with 1 if it saw too few files or if a counter has a wrong result for a planted sample.
 */
import { callPathDefinitions, callPaths } from './structure/call-paths.mjs'
import { duplicates } from './structure/duplicates.mjs'
import { folderCycles } from './structure/folder-cycles.mjs'
import { kitImports } from './structure/kit-imports.mjs'
import { missedSamples } from './structure/samples.mjs'
import { isTest, parse, readSources } from './structure/sources.mjs'
import { testMinutes } from './structure/test-minutes.mjs'
import { missedFaults } from './texts/faults.mjs'
import { readTexts } from './texts/read-texts.mjs'

/** The repository has more than twice as many files; a run that sees fewer than this reads the wrong folder. */
const MIN_FILES = 600

const args = process.argv.slice(2)
const listedRow = args[args.indexOf('--list') + 1]
const reports = args.filter((arg, index) => arg.endsWith('.json') && args.indexOf('--jest') < index)

const sources = readSources()
const production = sources.filter(({ path }) => !isTest(path)).map(parse)
const tests = sources.filter(({ path }) => isTest(path))

const rows = {
  'call-paths': { title: 'occurrences of call paths', found: callPaths(production) },
  'call-definitions': {
    title: '  of these, definitions of a call',
    found: callPathDefinitions(production),
  },
  'kit-imports': { title: 'files importing the service kit object', found: kitImports(production) },
  texts: {
    title: 'texts outside catalogues',
    found: readTexts().flatMap(({ outside }) => outside),
  },
  duplicates: { title: 'pairs of duplicated lines, sources', found: duplicates(production) },
  'test-duplicates': { title: 'pairs of duplicated lines, tests', found: duplicates(tests) },
  cycles: { title: 'import cycles among slice folders', found: folderCycles(production) },
}

if (args.includes('--list')) listRow(listedRow)
else printTable()

const missed = [...missedSamples(), ...missedFaults()]
for (const name of missed) console.error(`wrong result for a planted sample: ${name}`)
if (sources.length < MIN_FILES) console.error(`only ${sources.length} files were seen`)
process.exit(missed.length === 0 && sources.length >= MIN_FILES ? 0 : 1)

function listRow(name) {
  const row = rows[name]
  if (!row) throw new Error(`--list takes one of ${Object.keys(rows).join(', ')}`)
  for (const { where, what } of row.found) console.log(`${where}  ${what}`)
  console.log(`${row.found.length} ${row.title.trim()}`)
}

function printTable() {
  console.log(`${production.length} sources and ${tests.length} test files seen\n`)
  for (const { title, found } of Object.values(rows)) {
    console.log(`${String(found.length).padStart(7)}  ${title}${breakdown(found)}`)
  }
  for (const report of reports) console.log(testMinutes(report))
}

/** The number of findings per folder, as ` (svc-auth 60, mfe-auth 40)`. */
function breakdown(found) {
  const counts = new Map()
  for (const { where } of found) {
    const folder = /^(packages\/)?[^/]+/.exec(where)?.[0] ?? where
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const parts = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([folder, count]) => `${folder} ${count}`)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}
