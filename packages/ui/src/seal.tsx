import { cx } from 'class-variance-authority'
import { useId } from 'react'
import { type SealLayer, sealFigure } from './seal-figure.ts'

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

function Copies({ layer: { path, copies, turn, scale, hue } }: { layer: SealLayer }) {
  const id = useId()
  return (
    <g stroke={`oklch(from currentColor l c ${hue})`}>
      <path id={id} d={path} vectorEffect="non-scaling-stroke" />
      {Array.from({ length: copies - 1 }, (_, index) => index + 1).map((copy) => (
        <use
          key={copy}
          href={`#${id}`}
          transform={`rotate(${(turn * copy).toFixed(2)}) scale(${(scale ** copy).toFixed(3)})`}
        />
      ))}
    </g>
  )
}

/** In pixels: finer lines for smaller figures, so that the lattice stays open. */
function lineWidth(size: number): number {
  return Math.min(0.8, 0.4 + size / 800)
}
