/** The calls of svc-content for browser reports. */
import { BrowserReport, BrowserReportCounts } from '../browser-reports.ts'
import { defineCall, EMPTY } from '../call.ts'
import { SEND_BROWSER_REPORT } from '../paths.ts'

const TAG = 'Browser reports'

/** Generous, because an office shares one IP address. On a public origin, svc-content accepts fewer. */
const REPORTS_LIMIT = {
  name: 'browser-reports',
  max: 1000,
  windowSeconds: 10 * 60,
  whenRedisFails: 'closed',
  by: 'ip',
} as const

export const sendBrowserReport = defineCall({
  ...SEND_BROWSER_REPORT,
  summary:
    'Counts what happened in one visit, without personal data: loaded parts, failures, errors, policy violations and page speed. Versions that are not released are ignored.',
  tag: TAG,
  access: 'anyone',
  limit: REPORTS_LIMIT,
  body: BrowserReport,
  bodyBytes: 4096,
  responses: { 204: EMPTY },
})

export const showBrowserReports = defineCall({
  method: 'GET',
  path: SEND_BROWSER_REPORT.path,
  summary:
    'Returns what browsers reported in the last 24 hours, by part and version. On a public origin, the numbers are up to five seconds old.',
  tag: TAG,
  access: 'anyone',
  errors: ['TOO_MANY_REQUESTS'],
  responses: { 200: BrowserReportCounts },
})

/** The calls that send and show browser reports. */
export const browserReportCalls = { sendBrowserReport, showBrowserReports }
