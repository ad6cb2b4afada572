import { parseAppearance, type Size } from '@inkproof/signing/appearance-stream'
import { useMemo } from 'react'
import { Drawing } from './drawing.tsx'

export type AppearancePreviewProps = {
  /** An appearance stream. */
  bytes: Uint8Array
  /** Width and height of the field as shown, in points. */
  size: Size
  /** The accessible name; without one, screen readers ignore the picture. */
  label?: string | undefined
  className?: string | undefined
}

/** Shows a field as the finished PDF will. @throws ProofError if the stream is not valid */
export function AppearancePreview({ bytes, size, ...props }: AppearancePreviewProps) {
  const { height, width } = size
  const paths = useMemo(() => parseAppearance(bytes, { width, height }), [bytes, width, height])
  return <Drawing paths={paths} size={size} {...props} />
}
