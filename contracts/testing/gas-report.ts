/** Renders the text of gas.md. */
import { fileURLToPath } from 'node:url'
import { type GasFigures, LARGE_SIZE, type MeasuredAnchor } from './gas-measure.ts'

/** Path of the committed report. */
export const gasReportPath = fileURLToPath(new URL('../gas.md', import.meta.url))

/** Renders the figures as Markdown; the same figures give the same text. */
export function renderGasReport({ first, large, batches }: GasFigures): string {
  const largeGas = large.map(gasOf)
  return `# Gas cost of an anchor

Gas of whole transactions (base fee of 21,000 and call data included), measured by sending them to the
chain that the tests start. \`npm run test:long\` measures again and fails if a figure differs;
\`npm run gas -w contracts\` writes this file.

${renderTable([
  ['anchor', 'gas'],
  ['the first anchor of a log', formatNumber(first.gas)],
  [`at ${formatNumber(LARGE_SIZE)} entries, minimum`, formatNumber(Math.min(...largeGas))],
  [`at ${formatNumber(LARGE_SIZE)} entries, maximum`, formatNumber(Math.max(...largeGas))],
])}

## Batches

Gas of each anchor of a log that grows to at most ${formatNumber(LARGE_SIZE)} entries, in batches of the given number
of documents. The first anchor is excluded.

${renderTable([BATCH_HEADER, ...[...batches].map(batchRow)])}

## One anchor at ${formatNumber(LARGE_SIZE)} entries

For each possible number of nodes in the consistency proof, the table shows the old size whose proof needs
the most hash operations.

${renderTable([
  ['nodes', 'old size', 'gas'],
  ...large.map(({ nodes, from, gas }) => [
    formatNumber(nodes),
    formatNumber(from),
    formatNumber(gas),
  ]),
])}
`
}

const BATCH_HEADER = [
  'documents',
  'anchors',
  'minimum',
  'mean',
  'maximum',
  'per document, mean',
  'per document, second batch',
]

function batchRow([documents, anchors]: [number, readonly MeasuredAnchor[]]): string[] {
  const gas = anchors.map(gasOf)
  return [
    formatNumber(documents),
    formatNumber(anchors.length),
    formatNumber(Math.min(...gas)),
    formatNumber(Math.round(meanGas(anchors))),
    formatNumber(Math.max(...gas)),
    (meanGas(anchors) / documents).toFixed(1),
    ((gas[0] ?? 0) / documents).toFixed(1),
  ]
}

/** Mean gas of an anchor. */
export function meanGas(anchors: readonly MeasuredAnchor[]): number {
  return anchors.reduce((sum, { gas }) => sum + gas, 0) / anchors.length
}

/**
 * Renders a table whose first row is the header; columns are aligned as by the
 * formatter, with numbers to the right.
 */
function renderTable([header = [], ...rows]: readonly (readonly string[])[]): string {
  const isNumber = header.map((_, column) =>
    rows.every((row) => /^[\d,.]+$/.test(row[column] ?? '')),
  )
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const rule = widths.map((width, column) =>
    isNumber[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  const pad = (cell: string, column: number) => {
    const width = widths[column] ?? 0
    return isNumber[column] ? cell.padStart(width) : cell.padEnd(width)
  }
  return [header.map(pad), rule, ...rows.map((row) => row.map(pad))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function gasOf({ gas }: MeasuredAnchor): number {
  return gas
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}
