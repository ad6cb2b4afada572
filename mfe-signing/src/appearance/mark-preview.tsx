import { formatAppearance, parseAppearance } from '@inkproof/signing/appearance-stream'
import { useMemo } from 'react'
import { Drawing } from './drawing.tsx'
import type { Mark } from './mark.ts'

export type MarkPreviewProps = {
  mark: Mark
  /** The accessible name; without one, screen readers ignore the picture. */
  label?: string | undefined
  className?: string | undefined
}

/** A mark in its own proportions, drawn from a parsed stream, as it will be in the document. */
export function MarkPreview({ mark, ...props }: MarkPreviewProps) {
  const paths = useMemo(() => parseAppearance(formatAppearance(mark.paths), mark.size), [mark])
  return <Drawing paths={paths} size={mark.size} {...props} />
}
