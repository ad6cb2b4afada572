import { radioRadii } from '@inkproof/signing/radio-geometry'

/** The dot of a selected radio button, as in the PDF. Fills its parent, which has the proportions of `size`, in points. */
export function RadioDot({ size }: { size: { width: number; height: number } }) {
  const { height, width } = size
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="block size-full text-black"
    >
      <circle cx={width / 2} cy={height / 2} r={radioRadii(size).dot} fill="currentColor" />
    </svg>
  )
}
