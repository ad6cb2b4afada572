/**
 * Checks that every test named in docs/specification.md exists under that title. Also tests itself: a run that sees too
 * few rows, or misses a planted fault, fails.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = dirname(import.meta.dirname)
const TABLE = join(ROOT, 'docs/specification.md')
const MIN_ROWS = 145
/** The sections of the specification that the table covers. */
const SECTIONS = [2, 3, 4, 5, 6, 7, 8, 9]

/** One fault of each kind: a change to the table, and the expected problem. */
const FAULTS = [
  {
    plant: (text) => text.replace(/(`[^`]+\.test\.tsx?`: )/, '$1no '),
    expected: 'has no test called',
  },
  { plant: (text) => text.replace(/\.test\.tsx?`: /, '.gone.ts`: '), expected: 'does not exist' },
  { plant: (text) => text.replace(/^(\| [^|]+ \|) `[^|]+\|$/m, '$1 |'), expected: 'names no test' },
  {
    plant: (text) => text.replace(/^## 7\..*$/m, '## The calls'),
    expected: 'section 7 is missing',
  },
]

/** Titles of tests by file. */
const titlesByFile = new Map()

const text = readFileSync(TABLE, 'utf8')
const { rows, tests, problems } = check(text)
if (rows < MIN_ROWS) problems.push(`only ${rows} rows were seen`)
for (const problem of problems) console.error(problem)
const reported = FAULTS.filter(({ plant, expected }) => isReported(plant(text), expected))
console.log(
  `specification: ${rows} statements, ${tests} tests named, ${problems.length} problems, ${reported.length} of ${FAULTS.length} planted faults found`,
)
process.exit(problems.length === 0 && reported.length === FAULTS.length ? 0 : 1)

function isReported(faultyText, expected) {
  return (
    faultyText !== text && check(faultyText).problems.some((problem) => problem.includes(expected))
  )
}

function check(table) {
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Statement|-)/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, statement, cell = '']) => ({ statement, namedTests: parseTests(cell) }))
  const sections = SECTIONS.filter((number) => !table.includes(`\n## ${number}. `))
  return {
    rows: rows.length,
    tests: new Set(
      rows.flatMap(({ namedTests }) => namedTests.map(({ file, title }) => file + title)),
    ).size,
    problems: [
      ...sections.map((number) => `section ${number} is missing`),
      ...rows.flatMap(problemsOf),
    ],
  }
}

function parseTests(cell) {
  return [...cell.matchAll(/`([^`]+)`: (.+?)(?=<br>|$)/g)].map(([, file, title]) => ({
    file,
    title,
  }))
}

function problemsOf({ statement, namedTests }) {
  if (namedTests.length === 0) return [`"${statement}" names no test`]
  return namedTests.flatMap(({ file, title }) => {
    if (!existsSync(join(ROOT, file))) return [`"${statement}": ${file} does not exist`]
    return titlesIn(file).has(title)
      ? []
      : [`"${statement}": ${file} has no test called "${title}"`]
  })
}

/** Titles of tests, and of cases in request tables, as written. */
function titlesIn(file) {
  const titles =
    titlesByFile.get(file) ?? new Set(readTitles(readFileSync(join(ROOT, file), 'utf8')))
  titlesByFile.set(file, titles)
  return titles
}

function readTitles(source) {
  const cases = [...source.matchAll(/^# (.+)$/gm)].map(([, title]) => title)
  const quoted = /[\w)\]>]\s*\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1\s*,/g
  const tests = [...source.matchAll(quoted)].map(([, , title]) => title.replaceAll(/\\(.)/g, '$1'))
  return [...cases, ...tests]
}
