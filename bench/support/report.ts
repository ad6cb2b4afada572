import { availableParallelism, loadavg } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import type { Figure, Measured, Row } from '../row.ts'
import { readable } from './numbers.ts'

/** A row and its outcome: figures, or the reason why there are none. */
export type Outcome = { row: Row; found: Measured } | { row: Row; failure: string }

export type Machine = { cores: number; node: string; chromium: string; load: number }

/** A general description of the machine and its load. */
export function describeMachine(chromium: string): Machine {
  const [load = 0] = loadavg()
  return { cores: availableParallelism(), node: process.versions.node, chromium, load }
}

function formatVerdict({ met, metByRatio }: Measured): string {
  if (met === null) return 'no target'
  if (met) return 'met'
  return metByRatio ? 'met by ratio' : 'MISSED'
}

/** Formats one line of the terminal output. */
export function formatLine(outcome: Outcome): string {
  if ('failure' in outcome) return `FAILED        ${outcome.row.name}: ${outcome.failure}`
  const { row, found } = outcome
  const ours = `${readable(found.ours)} ${found.unit}`
  const peers = found.peers.map((peer) => peerInWords(peer, found))
  return [
    `${formatVerdict(found).padEnd(13)} ${row.name}: ${ours} (target ${row.target})`,
    ...peers.map((peer) => `                ${peer}`),
  ].join('\n')
}

/** Formats the text of results.md. */
export function formatReport(
  outcomes: readonly Outcome[],
  options: { isQuick: boolean; runs: number; machine: Machine },
): string {
  const { isQuick, runs, machine } = options
  const size = isQuick ? '**A quick run with small sizes: no figure to quote.** ' : ''
  return `# Beside our peers

${size}Written by \`npm run bench\`. Medians of at least ${runs} runs; contestants take turns in the same run, so
compare by ratio, not by the absolute figures. “×” is the peer’s figure divided by ours. What is marked
“quoted” was measured elsewhere and earlier, and has no ratio.

${machine.cores} cores, Node ${machine.node}, Chromium ${machine.chromium}; ${machine.load.toFixed(1)} processes were running or waiting on average during the last minute of the run${machine.load > machine.cores ? ', more than there are cores: times by the clock are longer than on a machine at rest' : ''}.

| | what | ours | target | peers | |
| --- | --- | ---: | --- | --- | --- |
${outcomes.map(tableRow).join('\n')}

The rows of signed PDF files, first pages and service answers are left out: they belong to later releases.
`
}

function tableRow(outcome: Outcome): string {
  if ('failure' in outcome) {
    return `| failed | ${outcome.row.name} | | ${outcome.row.target} | | ${inCell(outcome.failure)} |`
  }
  const { row, found } = outcome
  const peers = found.peers.map((peer) => peerInWords(peer, found)).join('<br>')
  const ours = `${readable(found.ours)} ${found.unit}`
  return `| ${formatVerdict(found)} | ${row.name} | ${ours} | ${row.target} | ${peers} | ${found.note} |`
}

/**
 * Returns the first line of an error, without terminal colours and characters that would break the
 * table cell.
 */
function inCell(failure: string): string {
  const [first = ''] = stripVTControlCharacters(failure).split('\n')
  return first.replaceAll('|', '\\|')
}

function peerInWords({ name, value, isQuoted }: Figure, { ours, unit }: Measured): string {
  const figure = `${name} ${readable(value)} ${unit}`
  return isQuoted ? `${figure} (quoted)` : `${figure} (${readable(value / ours)} ×)`
}
