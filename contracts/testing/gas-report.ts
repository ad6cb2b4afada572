/** Renders the text of gas.md. */
import { fileURLToPath } from 'node:url'
import { type GasFigures, LARGE_SIZE, type Measured } from './gas-measure.ts'

/** Path of the committed report. */
export const gasReportPath = fileURLToPath(new URL('../gas.md', import.meta.url))

/** Renders the figures as Markdown; the same figures give the same text. */
export function renderGasReport({ first, large, batches }: GasFigures): string {
  const largeGas = large.map(gasOf)
  return `# Gas cost of an anchor

Gas of whole transactions (base fee of 21,000 and call data included), measured by sending them to the
chain that the tests start. \`npm test\` measures again and fails where a figure differs;
\`npm run gas -w contracts\` writes this file.

${renderTable([
  ['anchor', 'gas'],
  ['the first anchor of a log', format(first.gas)],
  [`at ${format(LARGE_SIZE)} entries, minimum`, format(Math.min(...largeGas))],
  [`at ${format(LARGE_SIZE)} entries, maximum`, format(Math.max(...largeGas))],
])}

## Batches

A log that grows to ${format(LARGE_SIZE)} entries in batches of the given number of documents; the first anchor is
excluded:

${renderTable([BATCH_HEADER, ...[...batches].map(batchRow)])}

## One anchor at ${format(LARGE_SIZE)} entries

For each possible number of nodes in the consistency proof, the old size whose proof needs the most hash
operations.

${renderTable([
  ['nodes', 'old size', 'gas'],
  ...large.map(({ nodes, from, gas }) => [format(nodes), format(from), format(gas)]),
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
  'per document, first batch',
]

function batchRow([documents, all]: [number, readonly Measured[]]): string[] {
  const gas = all.map(gasOf)
  return [
    format(documents),
    format(all.length),
    format(Math.min(...gas)),
    format(Math.round(meanGas(all))),
    format(Math.max(...gas)),
    (meanGas(all) / documents).toFixed(1),
    ((gas[0] ?? 0) / documents).toFixed(1),
  ]
}

/** Mean gas of an anchor. */
export function meanGas(all: readonly Measured[]): number {
  return all.reduce((sum, { gas }) => sum + gas, 0) / all.length
}

/**
 * Renders a table whose first row is the header; columns are aligned, numbers to the right, as the
 * formatter does.
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

function gasOf({ gas }: Measured): number {
  return gas
}

function format(value: number): string {
  return value.toLocaleString('en-US')
}
