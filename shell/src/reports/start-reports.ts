/** Reports how a visit goes, as numbers without personal data (docs/decisions/browser-reports.md). */
import { shellVersion } from '../shell-version.ts'
import { sliceFor, useRegistry } from '../slices/registry.ts'
import { createCollector } from './collector.ts'
import { countIncident, partOf, type Release, sliceById } from './count-incident.ts'
import type { Part } from './find-part.ts'
import { handleIncidents } from './incidents.ts'
import { sendReport } from './send-report.ts'
import { measureVitals } from './vitals.ts'

/** A failure is reported after this time, together with what else has happened by then. */
const FAILURE_DELAY_MS = 1000

/** Reports failures promptly and everything else when the page is hidden. */
export function startReports(measure: typeof measureVitals = measureVitals): void {
  const collector = createCollector()
  const release = pageRelease()
  const send = () => sendReport(collector.take())
  collector.load(release.shell)
  handleIncidents((incident) => {
    if (countIncident(incident, release, collector)) setTimeout(send, FAILURE_DELAY_MS)
  })
  measure((vital, value, node) => {
    const slice = node === undefined ? landingSlice() : sliceOf(node, release)
    for (const part of slice === null ? [release.shell] : [release.shell, slice])
      collector.measure(part, vital, value)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })
}

function pageRelease(): Release {
  const version = shellVersion()
  const { slices } = useRegistry.getState()
  return { shell: { package: 'shell', version }, slices, origin: location.origin }
}

/** The slice of the page with which the visit began. */
function landingSlice(): Part | null {
  const [navigation] = performance.getEntriesByType('navigation')
  const slice = sliceFor(new URL(navigation?.name ?? location.href).pathname)
  return slice && partOf(slice)
}

/** The slice that rendered a node. */
function sliceOf(node: Node | null, release: Release): Part | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null)
  const wrapper = element?.closest<HTMLElement>('[data-slice]')
  return sliceById(wrapper?.dataset['slice'], release)
}
