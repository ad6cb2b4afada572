import { type SealLayer, sealCopies, sealFigure } from '@inkproof/graphics/seal-figure'
import { cx } from 'class-variance-authority'
import { useId } from 'react'

export type SealProps = {
  /** SHA-256 of a file: 64 hexadecimal characters. */
  fingerprint: string
  /** Width and height in CSS pixels. */
  size: number
  className?: string | undefined
}

/** Below this size in pixels, the full figure is too fine to be recognized. */
const FULL_FROM = 48

/**
 * A figure drawn from a fingerprint, different for each file. It helps people recognize a file; hidden from assistive
 * technology, because the fingerprint itself is the text. Lines have the lightness and chroma of the text color.
 */
export function Seal({ fingerprint, size, className }: SealProps) {
  const isSmall = size < FULL_FROM
  const { layers } = sealFigure(fingerprint, isSmall ? 'small' : 'full')
  return (
    <svg
      viewBox="-100 -100 200 200"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={isSmall ? 1 : lineWidth(size)}
      className={cx('pointer-events-none shrink-0 text-accent-ink', className)}
      aria-hidden="true"
    >
      {layers.map((layer) => (
        <Copies key={layer.name} layer={layer} />
      ))}
    </svg>
  )
}

function Copies({ layer }: { layer: SealLayer }) {
  const id = useId()
  const [, ...copies] = sealCopies(layer)
  return (
    <g stroke={`oklch(from currentColor l c ${layer.hue})`}>
      <path id={id} d={layer.path} vectorEffect="non-scaling-stroke" />
      {copies.map(({ transform }) => (
        <use key={transform} href={`#${id}`} transform={transform} />
      ))}
    </g>
  )
}

/** In pixels: finer lines for smaller figures, so that the lattice stays open. */
function lineWidth(size: number): number {
  return Math.min(0.8, 0.4 + size / 800)
}
