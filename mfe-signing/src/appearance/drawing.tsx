import { type Colour, type Path, type Size, toSvgPath } from '@inkproof/signing/appearance-stream'

type DrawingProps = {
  paths: readonly Path[]
  size: Size
  label?: string | undefined
  className?: string | undefined
}

/** Paths as SVG. */
export function Drawing({ paths, size, label, className = 'size-full' }: DrawingProps) {
  const viewBox = `0 0 ${size.width} ${size.height}`
  const shapes = paths.map((path, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paths of a drawing have no other identity
    <Shape key={i} path={path} height={size.height} />
  ))
  if (label === undefined) {
    return (
      <svg viewBox={viewBox} className={className} aria-hidden="true">
        {shapes}
      </svg>
    )
  }
  return (
    <svg viewBox={viewBox} className={className} role="img" aria-label={label}>
      {shapes}
    </svg>
  )
}

function Shape({ height, path }: { path: Path; height: number }) {
  const { paint, segments } = path
  const d = toSvgPath(segments, height)
  const colour = cssColour(paint.colour)
  if (paint.type === 'fill') return <path d={d} fill={colour} fillRule={paint.rule} />
  const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const
  return <path d={d} fill="none" stroke={colour} strokeWidth={paint.width} {...round} />
}

export function cssColour(colour: Colour): string {
  return `rgb(${colour.map((part) => Math.round(part * 255)).join(' ')})`
}
