import { cx } from 'class-variance-authority'

export type GuillocheProps = {
  /** Number of lobes of each rosette. */
  lobes?: number | undefined
  /** Number of rotated copies of the rosette. */
  turns?: number | undefined
  /** Depth of the lobes, 0 to 1. */
  depth?: number | undefined
  className?: string | undefined
}

/** Enough points per lobe for a round tip. */
const STEPS_PER_LOBE = 28

/** A decorative engraved rosette, as on share certificates. */
export function Guilloche({ lobes = 12, turns = 7, depth = 0.34, className }: GuillocheProps) {
  const line = rosette(lobes, depth)
  const step = 360 / lobes / turns
  const angles = Array.from({ length: turns }, (_, turn) => turn * step)
  return (
    <svg
      viewBox="-100 -100 200 200"
      fill="none"
      stroke="currentColor"
      strokeWidth="0.75"
      className={cx('pointer-events-none', className)}
      aria-hidden="true"
    >
      {angles.map((angle) => (
        <path
          key={angle}
          d={line}
          vectorEffect="non-scaling-stroke"
          transform={`rotate(${angle.toFixed(2)})`}
        />
      ))}
    </svg>
  )
}

function rosette(lobes: number, depth: number): string {
  const steps = lobes * STEPS_PER_LOBE
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * 2 * Math.PI
    const radius = 99 * (1 - (depth * (1 + Math.cos(lobes * angle))) / 2)
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}
