/**
 * Sums up a report written by `jest --json --outputFile`: elapsed minutes, minutes of all files together, and the
 * slowest 20.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './sources.mjs'

const MS_PER_MINUTE = 60_000

export function testMinutes(reportFile) {
  const { startTime, testResults, numTotalTests } = JSON.parse(readFileSync(reportFile, 'utf8'))
  const files = testResults.map((file) => ({ name: file.name, ms: file.endTime - file.startTime }))
  if (files.length === 0) throw new Error(`${reportFile} reports no test file`)
  const elapsedMs = Math.max(...testResults.map(({ endTime }) => endTime)) - startTime
  const totalMs = files.reduce((sum, { ms }) => sum + ms, 0)
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, 20)
  return [
    `${formatMinutes(elapsedMs)}  test minutes (${formatMinutes(totalMs).trim()} of all files together; ${numTotalTests} tests in ${files.length} files)`,
    ...slowest.map(
      ({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(9)} s  ${relative(ROOT, name)}`,
    ),
  ].join('\n')
}

function formatMinutes(ms) {
  return (ms / MS_PER_MINUTE).toFixed(1).padStart(7)
}
