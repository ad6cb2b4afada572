import type { ReportedVitals } from '@inkproof/protocol/browser-reports'
// Its single file, which is smaller than its modules.
import { onCLS, onINP, onLCP } from 'web-vitals'

/**
 * Receives a measurement of the visit. `node` is where it was measured; undefined if that is the page with which the visit
 * began, and null if it is no longer in the page.
 */
export type OnVital = (
  vital: keyof ReportedVitals,
  value: number,
  node: Node | null | undefined,
) => void

/**
 * Measures Web Vitals. LCP is final after the first input, the others when the page is hidden: their measurements are passed
 * on before listeners of the document learn that.
 */
export function measureVitals(onVital: OnVital): void {
  onLCP(({ value }) => onVital('lcp', value, undefined))
  onINP(({ value, entries }) => onVital('inp', value, entries[0]?.target ?? null))
  onCLS(({ value, entries }) =>
    onVital('cls', value, entries.length === 0 ? undefined : largestShift(entries)),
  )
}

/** Returns the element that caused most of a layout shift. */
function largestShift(entries: readonly LayoutShift[]): Node | null {
  const [largest] = entries.toSorted((a, b) => b.value - a.value)
  return largest?.sources[0]?.node ?? null
}
