import type { ReportedPart } from '@inkproof/protocol/browser-reports'
import { SEND_BROWSER_REPORT } from '@inkproof/protocol/paths'
import { MAX_REPORTED_PARTS } from '@inkproof/protocol/report-limits'

/**
 * Sends what happened in a visit, without cookies and also while the page is being closed. A report that cannot be sent is
 * dropped: nothing is stored in the browser.
 */
export function sendReport(parts: readonly ReportedPart[]): void {
  for (let start = 0; start < parts.length; start += MAX_REPORTED_PARTS) {
    const body = JSON.stringify({ parts: parts.slice(start, start + MAX_REPORTED_PARTS) })
    const headers = { 'content-type': 'application/json' }
    const { method, path } = SEND_BROWSER_REPORT
    fetch(path, { method, headers, body, keepalive: true, credentials: 'omit' }).catch(() => {})
  }
}
