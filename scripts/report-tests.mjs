/**
 * Reads a report of jest (`--json --outputFile`): prints its counts and its slowest files to stderr, and
 * `<passed> <failed>` to stdout, where a file that could not run counts as one failure.
 *
 *   node scripts/report-tests.mjs REPORT [FILES]    FILES: how many of the slowest files to print, 20 by default
 *   node scripts/report-tests.mjs --failures REPORT    prints only each failure with its message, to stdout
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [first, second = '20'] = process.argv.slice(2)
if (first === '--failures') printFailures(read(second))
else printCounts(read(first), Number(second))

function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function printCounts(report, limit) {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = report
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000
  const slowest = [...testResults].sort((a, b) => seconds(b) - seconds(a)).slice(0, limit)
  console.error(
    `${numPassedTests + numFailedTests} tests in ${testResults.length} files; the slowest:`,
  )
  for (const result of slowest) {
    console.error(`  ${seconds(result).toFixed(1).padStart(6)} s  ${relative('.', result.name)}`)
  }
  console.log(numPassedTests, numFailedTests + numRuntimeErrorTestSuites)
}

function printFailures({ testResults }) {
  for (const { name, status, message, assertionResults } of testResults) {
    if (status !== 'failed') continue
    const failures = assertionResults.filter((result) => result.status === 'failed')
    const file = relative('.', name)
    if (failures.length === 0) console.log(`FAILED ${file}\n${message}`)
    for (const { fullName, failureMessages } of failures) {
      console.log(`FAILED ${file}: ${fullName}\n${failureMessages.join('\n')}`)
    }
  }
}
