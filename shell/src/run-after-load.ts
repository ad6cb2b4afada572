import { registerWorker } from './offline/register.ts'
import { showPreviewNotice } from './preview/preview-notice.tsx'
import { startReports } from './reports/start-reports.ts'
import { useRegistry } from './slices/registry.ts'

/**
 * Says which version a preview shows, or reports how the visit goes, and with `withWorker` registers the service worker.
 * Visits of previews are not reported: the counts are public, and would reveal versions that are not.
 */
export async function runAfterLoad(withWorker: boolean): Promise<void> {
  const { preview } = useRegistry.getState()
  if (preview) showPreviewNotice(preview)
  else startReports()
  if (withWorker) await registerWorker()
}
