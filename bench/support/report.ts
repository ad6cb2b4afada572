import { availableParallelism, loadavg } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import type { Figure, Measured, Row } from '../row.ts'
import { formatNumber } from './numbers.ts'

/** A row and its outcome: figures, or the reason why there are none. */
export type Outcome = { row: Row; measured: Measured } | { row: Row; failure: string }

export type Machine = { cores: number; node: string; chromium: string; load: number }

/** Describes the machine and its load without identifying it. */
export function describeMachine(chromium: string): Machine {
  const [load = 0] = loadavg()
  return { cores: availableParallelism(), node: process.versions.node, chromium, load }
}

function formatVerdict({ isMet, isMetByRatio }: Measured): string {
  if (isMet === null) return 'no target'
  if (isMet) return 'met'
  return isMetByRatio ? 'met by ratio' : 'MISSED'
}

/** Formats one line of the terminal output. */
export function formatLine(outcome: Outcome): string {
  if ('failure' in outcome) return `FAILED        ${outcome.row.name}: ${outcome.failure}`
  const { row, measured } = outcome
  const ours = `${formatNumber(measured.ours)} ${measured.unit}`
  const peers = measured.peers.map((peer) => formatPeer(peer, measured))
  return [
    `${formatVerdict(measured).padEnd(13)} ${row.name}: ${ours} (target ${row.target})`,
    ...peers.map((peer) => `                ${peer}`),
  ].join('\n')
}

/** Formats the text of results.md. */
export function formatReport(
  outcomes: readonly Outcome[],
  options: { isQuick: boolean; runs: number; machine: Machine },
): string {
  const { isQuick, runs, machine } = options
  const size = isQuick ? '**A quick run with small sizes: do not quote these figures.** ' : ''
  return `# Benchmark against peers

${size}Written by \`npm run bench\`. Medians of at least ${runs} runs. Contestants alternate in the same run, so
compare ratios, not absolute figures. “×” is the peer’s figure divided by ours. Figures marked “quoted” were
measured earlier on other machines and have no ratio.

${machine.cores} cores, Node ${machine.node}, Chromium ${machine.chromium}; ${machine.load.toFixed(1)} processes were running or waiting on average in the last minute of the run${machine.load > machine.cores ? ', more than there are cores, so wall-clock times are longer than on an idle machine' : ''}.

| | what | ours | target | peers | |
| --- | --- | ---: | --- | --- | --- |
${outcomes.map(tableRow).join('\n')}

Signed PDF files, page load times and API response times are not measured yet.
`
}

function tableRow(outcome: Outcome): string {
  if ('failure' in outcome) {
    return `| failed | ${outcome.row.name} | | ${outcome.row.target} | | ${escapeCell(outcome.failure)} |`
  }
  const { row, measured } = outcome
  const peers = measured.peers.map((peer) => formatPeer(peer, measured)).join('<br>')
  const ours = `${formatNumber(measured.ours)} ${measured.unit}`
  return `| ${formatVerdict(measured)} | ${row.name} | ${ours} | ${row.target} | ${peers} | ${measured.note} |`
}

/**
 * Returns the first line of an error, without terminal colors and characters that would break the
 * table cell.
 */
function escapeCell(failure: string): string {
  const [first = ''] = stripVTControlCharacters(failure).split('\n')
  return first.replaceAll('|', '\\|')
}

function formatPeer({ name, value, isQuoted }: Figure, { ours, unit }: Measured): string {
  const figure = `${name} ${formatNumber(value)} ${unit}`
  return isQuoted ? `${figure} (quoted)` : `${figure} (${formatNumber(value / ours)} ×)`
}
