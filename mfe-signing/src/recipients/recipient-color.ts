import type { CSSProperties } from 'react'

/** On white pages, with white text on them, and next to text in both themes. The first one is the accent. */
const COLORS = [
  'oklch(0.52 0.21 264)',
  'oklch(0.52 0.13 160)',
  'oklch(0.54 0.16 40)',
  'oklch(0.52 0.2 320)',
  'oklch(0.52 0.1 215)',
  'oklch(0.52 0.19 5)',
  'oklch(0.5 0.12 110)',
] as const

/** Returns the color of the recipient at an index; the colors repeat. */
export function recipientColor(index: number): string {
  return COLORS[Math.max(0, index) % COLORS.length] ?? COLORS[0]
}

/** Gives an element and everything in it the color of the recipient at an index, where it would have the accent. */
export function colorsOf(index: number): CSSProperties {
  return { '--color-accent': recipientColor(index) } as CSSProperties
}
