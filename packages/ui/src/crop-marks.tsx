import { cx } from 'class-variance-authority'

const CORNERS = [
  'top-3 left-3 border-t border-l group-data-[drop=over]/drop:translate-1.5',
  'top-3 right-3 border-t border-r group-data-[drop=over]/drop:-translate-x-1.5 group-data-[drop=over]/drop:translate-y-1.5',
  'bottom-3 left-3 border-b border-l group-data-[drop=over]/drop:translate-x-1.5 group-data-[drop=over]/drop:-translate-y-1.5',
  'right-3 bottom-3 border-r border-b group-data-[drop=over]/drop:-translate-1.5',
]

/**
 * Printer's crop marks at the corners of a drop zone, quieter than a dashed border. They move inwards
 * while a file is dragged over the zone.
 */
export function CropMarks() {
  return CORNERS.map((corner) => (
    <span
      key={corner}
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute size-5 border-line-strong transition-[border-color,translate] duration-slow',
        'group-hover/drop:border-accent-ink group-data-[drop=near]/drop:border-accent-ink group-data-[drop=over]/drop:border-accent-ink',
        corner,
      )}
    />
  ))
}
