import { cx } from 'class-variance-authority'

export type QrProps = {
  /** Rows of modules, true for dark. */
  matrix: readonly (readonly boolean[])[]
  /** Accessible name that states the target: "QR code: opens this certificate". */
  label: string
  /** Edge length in CSS pixels, including the quiet zone. */
  size?: number | undefined
  className?: string | undefined
}

/** Scanners require a quiet zone of four modules (ISO/IEC 18004 §9.1). */
const QUIET_ZONE = 4

/** A QR code as a single path: black on white in both themes, because scanners expect that. */
export function Qr({ matrix, label, size = 176, className }: QrProps) {
  const edge = matrix.length + 2 * QUIET_ZONE
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${edge} ${edge}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      className={cx('rounded-lg', className)}
    >
      <rect width={edge} height={edge} className="fill-white" />
      <path d={modulesPath(matrix)} className="fill-black" />
    </svg>
  )
}

function modulesPath(matrix: QrProps['matrix']): string {
  return matrix
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')),
    )
    .join('')
}
