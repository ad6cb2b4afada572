/**
 * Checks that every test named in docs/specification.md exists under that title, and proves that it works: a run
 * that sees too few rows, or misses a planted fault, fails.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = dirname(import.meta.dirname)
const TABLE = join(ROOT, 'docs/specification.md')
const MIN_ROWS = 145
/** The sections of the specification that the table covers. */
const SECTIONS = [2, 3, 4, 5, 6, 7, 8, 9]

/** One fault of each kind: a change of the table, and the text that must report it. */
const FAULTS = [
  { does: (text) => text.replace(/(`[^`]+\.test\.tsx?`: )/, '$1no '), tells: 'has no test called' },
  { does: (text) => text.replace(/\.test\.tsx?`: /, '.gone.ts`: '), tells: 'is not there' },
  { does: (text) => text.replace(/^(\| [^|]+ \|) `[^|]+\|$/m, '$1 |'), tells: 'names no test' },
  { does: (text) => text.replace(/^## 7\..*$/m, '## The calls'), tells: 'section 7 is missing' },
]

/** Titles of tests by file. */
const known = new Map()

const text = readFileSync(TABLE, 'utf8')
const { rows, tests, problems } = check(text)
if (rows < MIN_ROWS) problems.push(`only ${rows} rows were seen`)
for (const problem of problems) console.error(problem)
const found = FAULTS.filter(({ does, tells }) => isNoticed(does(text), tells))
console.log(
  `specification: ${rows} statements, ${tests} tests named, ${problems.length} problems, ${found.length} of ${FAULTS.length} planted faults found`,
)
process.exit(problems.length === 0 && found.length === FAULTS.length ? 0 : 1)

function isNoticed(changed, tells) {
  return changed !== text && check(changed).problems.some((problem) => problem.includes(tells))
}

function check(table) {
  const held = table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Statement|-)/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, statement, cell = '']) => ({ statement, named: namedIn(cell) }))
  const sections = SECTIONS.filter((number) => !table.includes(`\n## ${number}. `))
  return {
    rows: held.length,
    tests: new Set(held.flatMap(({ named }) => named.map(({ file, title }) => file + title))).size,
    problems: [
      ...sections.map((number) => `section ${number} is missing`),
      ...held.flatMap(problemsOf),
    ],
  }
}

function namedIn(cell) {
  return [...cell.matchAll(/`([^`]+)`: (.+?)(?=<br>|$)/g)].map(([, file, title]) => ({
    file,
    title,
  }))
}

function problemsOf({ statement, named }) {
  if (named.length === 0) return [`"${statement}" names no test`]
  return named.flatMap(({ file, title }) => {
    if (!existsSync(join(ROOT, file))) return [`"${statement}": ${file} is not there`]
    return titlesIn(file).has(title)
      ? []
      : [`"${statement}": ${file} has no test called "${title}"`]
  })
}

/** Titles of tests, and of cases in request tables, as written. */
function titlesIn(file) {
  const titles = known.get(file) ?? new Set(readTitles(readFileSync(join(ROOT, file), 'utf8')))
  known.set(file, titles)
  return titles
}

function readTitles(source) {
  const cases = [...source.matchAll(/^# (.+)$/gm)].map(([, title]) => title)
  const quoted = /[\w)\]>]\s*\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1\s*,/g
  const tests = [...source.matchAll(quoted)].map(([, , title]) => title.replaceAll(/\\(.)/g, '$1'))
  return [...cases, ...tests]
}
