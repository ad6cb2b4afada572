import { availableParallelism, loadavg } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import type { Figure, Measured, Row } from '../row.ts'
import { readable } from './numbers.ts'

/** A row and what came of it: figures, or why there are none. */
export type Outcome = { row: Row; found: Measured } | { row: Row; failure: string }

export type Machine = { cores: number; node: string; chromium: string; load: number }

/** The machine in general words, and how busy it was. */
export function describeMachine(chromium: string): Machine {
  const [load = 0] = loadavg()
  return { cores: availableParallelism(), node: process.versions.node, chromium, load }
}

function verdictOf({ met, metByRatio }: Measured): string {
  if (met === null) return 'no target'
  if (met) return 'met'
  return metByRatio ? 'met by ratio' : 'MISSED'
}

/** One line of the terminal's table. */
export function lineOf(outcome: Outcome): string {
  if ('failure' in outcome) return `FAILED        ${outcome.row.name}: ${outcome.failure}`
  const { row, found } = outcome
  const ours = `${readable(found.ours)} ${found.unit}`
  const peers = found.peers.map((peer) => peerInWords(peer, found))
  return [
    `${verdictOf(found).padEnd(13)} ${row.name}: ${ours} (target ${row.target})`,
    ...peers.map((peer) => `                ${peer}`),
  ].join('\n')
}

/** The text of results.md. */
export function reportOf(
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
  return `| ${verdictOf(found)} | ${row.name} | ${ours} | ${row.target} | ${peers} | ${found.note} |`
}

/** The first line of a failure, without a terminal's colours and what would end the cell. */
function inCell(failure: string): string {
  const [first = ''] = stripVTControlCharacters(failure).split('\n')
  return first.replaceAll('|', '\\|')
}

function peerInWords({ name, value, isQuoted }: Figure, { ours, unit }: Measured): string {
  const figure = `${name} ${readable(value)} ${unit}`
  return isQuoted ? `${figure} (quoted)` : `${figure} (${readable(value / ours)} ×)`
}
