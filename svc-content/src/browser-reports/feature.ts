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
const PUBLIC_SEND_LIMIT: Limit = {
  name: 'browser-reports-public',
  max: 30,
  windowSeconds: 10 * 60,
  whenRedisFails: 'closed',
}

/** On a public origin: reads from one IP address. The command of a canary reads every five seconds. */
const PUBLIC_READ_LIMIT: Limit = {
  name: 'browser-reports-read-public',
  max: 60,
  windowSeconds: 60,
  whenRedisFails: 'open',
}

/**
 * How long the counts are used. A read takes a second of CPU time with the reports of 750 versions, so on a public origin
 * its number must not depend on that of the requests. Elsewhere, a request returns what was reported just before.
 */
const PUBLIC_COUNTS_MS = 5000

export const browserReportsFeature = defineFeature({
  name: 'browser-reports',
  needs: from(inputs, 'origin', 'redis', 'consumeLimit', 'releasesFolder', 'metrics', 'now'),
  create: ({ origin, redis, consumeLimit, releasesFolder, metrics, now }) => {
    const store = createReportStore(redis, now)
    const isReleased = createReleaseCheck(releasesFolder)
    const measure = measureReports(metrics.registry)
    const isPublic = isPublicOrigin(origin)
    const resolvedMs = isPublic ? PUBLIC_COUNTS_MS : 0
    const counts = createSharedRead(store.read, { resolvedMs, rejectedMs: 0 })
    return {
      calls: implement(browserReportCalls, {
        sendBrowserReport: async ({ body, req }) => {
          if (isPublic) await consumeLimit(PUBLIC_SEND_LIMIT, clientAddress(req))
          const parts = await keepReleased(body, isReleased)
          await store.add(parts)
          measure(parts)
        },
        showBrowserReports: async ({ req }) => {
          if (isPublic) await consumeLimit(PUBLIC_READ_LIMIT, clientAddress(req))
          return counts.read()
        },
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
