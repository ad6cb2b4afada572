/**
 * Reads a report of jest (`--json --outputFile`): prints its counts and its slowest files to stderr, and
 * `<passed> <failed>` to stdout, where a file that could not run counts as one failure.
 *
 *   node scripts/report-tests.mjs REPORT [FILES]    FILES: how many of the slowest files to print, 20 by default
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [path, limit = '20'] = process.argv.slice(2)
const report = JSON.parse(readFileSync(path, 'utf8'))
const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = report
const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000
const slowest = [...testResults].sort((a, b) => seconds(b) - seconds(a)).slice(0, Number(limit))
console.error(
  `${numPassedTests + numFailedTests} tests in ${testResults.length} files; the slowest:`,
)
for (const result of slowest) {
  console.error(`  ${seconds(result).toFixed(1).padStart(6)} s  ${relative('.', result.name)}`)
}
console.log(numPassedTests, numFailedTests + numRuntimeErrorTestSuites)
