/** Counts what browsers report about visits. The reports are anonymous and anyone can forge them. */
import type { BrowserReport, ReportedPart } from '@inkproof/protocol/browser-reports'
import { browserReportCalls } from '@inkproof/protocol/calls/browser-reports'
import { implement } from '@inkproof/service-kit/calls/implement'
import { isPublicOrigin } from '@inkproof/service-kit/config'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { clientAddress, type Limit } from '@inkproof/service-kit/limit'
import { createSharedRead } from '@inkproof/service-kit/shared-read'
import { inputs } from '../inputs.ts'
import { measureReports } from './measure-reports.ts'
import { createReleaseCheck } from './released-versions.ts'
import { createReportStore } from './report-store.ts'

/** On a public origin: reports from one IP address. A visit sends one or two. */
const PUBLIC_LIMIT: Limit = {
  name: 'browser-reports-public',
  max: 30,
  windowSeconds: 10 * 60,
  whenRedisFails: 'closed',
}

export const browserReportsFeature = defineFeature({
  name: 'browser-reports',
  needs: from(inputs, 'origin', 'redis', 'consumeLimit', 'releasesFolder', 'metrics', 'now'),
  create: ({ origin, redis, consumeLimit, releasesFolder, metrics, now }) => {
    const store = createReportStore(redis, now)
    const isReleased = createReleaseCheck(releasesFolder)
    const measure = measureReports(metrics.registry)
    // Concurrent requests share one read, so that Redis is not loaded by their number.
    const counts = createSharedRead(store.read, { resolvedMs: 0, rejectedMs: 0 })
    const isPublic = isPublicOrigin(origin)
    return {
      calls: implement(browserReportCalls, {
        sendBrowserReport: async ({ body, req }) => {
          if (isPublic) await consumeLimit(PUBLIC_LIMIT, clientAddress(req))
          const parts = await keepReleased(body, isReleased)
          await store.add(parts)
          measure(parts)
        },
        showBrowserReports: () => counts.read(),
      }),
    }
  },
})

/** Returns the parts of a report that have been released, each version once. */
async function keepReleased(
  { parts }: BrowserReport,
  isReleased: (part: ReportedPart) => Promise<boolean>,
): Promise<ReportedPart[]> {
  const unique = new Map(parts.map((part) => [`${part.package} ${part.version}`, part]))
  const checked = [...unique.values()].map(async (part) => ((await isReleased(part)) ? [part] : []))
  return (await Promise.all(checked)).flat()
}
