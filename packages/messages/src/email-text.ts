import type { Letter } from './letter.ts'

/** The letter for readers without HTML: the same words, each address on a line of its own. */
export function letterText(letter: Letter, origin: string): string {
  const { heading, paragraphs, action, facts = [], warning, reason } = letter
  const width = Math.max(0, ...facts.map(([label]) => label.length)) + 2
  const parts = [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`, action.note] : []),
    ...(facts.length > 0
      ? [facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join('\n')]
      : []),
    ...(warning ? [`${warning.text}\n${warning.label}: ${warning.url}`] : []),
    `--\nInkproof · ${origin}\n${reason}`,
  ]
  return `${parts.join('\n\n')}\n`
}
