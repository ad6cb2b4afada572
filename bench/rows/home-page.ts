import type { Context, Row } from '../row.ts'
import { measureFirstVisit, type Visit } from '../support/first-visit.ts'
import { median } from '../support/statistics.ts'

const REQUEST_LIMIT = 10
const KILOBYTE_LIMIT = 180

export const homePageRequests: Row = {
  name: 'home page, first visit, requests',
  target: '≤ 10',
  async measure(context) {
    const visits = await measureVisitsOnce(context)
    const ours = median(visits.map(({ requests }) => requests))
    return {
      ours,
      peers: [{ name: 'minimal Module Federation shell', value: 14, isQuoted: true }],
      unit: 'requests',
      isMet: ours <= REQUEST_LIMIT,
      note: 'Chromium with an empty cache, measured until the network is idle; includes the page’s service calls.',
    }
  },
}

export const homePageBytes: Row = {
  name: 'home page, first visit, bytes over the wire',
  target: '≤ 180 KB',
  async measure(context) {
    const visits = await measureVisitsOnce(context)
    const ours = median(visits.map(({ kilobytes }) => kilobytes))
    const later = median(visits.map(({ laterKilobytes }) => laterKilobytes))
    const encodings = new Set(visits.flatMap((visit) => visit.encodings))
    return {
      ours,
      peers: [{ name: 'minimal Module Federation shell', value: 145, isQuoted: true }],
      unit: 'KB',
      isMet: ours <= KILOBYTE_LIMIT,
      note: `Headers included; encodings seen: ${[...encodings].join(', ') || 'none'}. When the page is idle, it loads ${later.toFixed(1)} KB more, which report the visit.`,
    }
  },
}

let measured: Promise<Visit[]> | undefined

/** Measures once, for both rows. */
function measureVisitsOnce(context: Context): Promise<Visit[]> {
  measured ??= measureVisits(context)
  return measured
}

async function measureVisits(context: Context): Promise<Visit[]> {
  const { system } = await context.system()
  const browser = await context.browser()
  const visits: Visit[] = []
  for (let run = 0; run < context.runs; run++) {
    visits.push(await measureFirstVisit(browser, system.origin))
  }
  return visits
}
