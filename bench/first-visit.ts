/** Measures first visits with Lighthouse and writes first-visit.md. */
import { writeFileSync } from 'node:fs'
import type { Context } from './row.ts'
import { formatRow, formatTable, isMet, type PageResult } from './support/first-visit-report.ts'
import { type PageVisit, PRESETS, type Preset, visitPage } from './support/lighthouse.ts'
import { describeMachine } from './support/report.ts'
import { shareCertificate } from './support/share-certificate.ts'

/** The pages to measure, besides that of a certificate. */
const PAGES = ['/', '/certify', '/verify', '/blog', '/litepaper']

/** Measures each page on each device; prints each row. Returns whether all targets are met. */
export async function measureFirstVisits(context: Context): Promise<boolean> {
  const { system } = await context.system()
  const certificate = await shareCertificate(system.origin)
  const results: PageResult[] = []
  for (const preset of PRESETS) {
    for (const page of [...PAGES, certificate]) {
      const visits = await measure(context, system.origin + page, preset)
      const isCertificate = page === certificate
      const name = isCertificate ? 'a certificate' : page
      const result = { page: name, preset, visits, isIndexed: !isCertificate }
      console.log(formatRow(result))
      results.push(result)
    }
  }
  const chromium = (await context.browser()).version()
  const machine = describeMachine(chromium)
  const table = formatTable(results, { ...machine, runs: context.runs })
  if (!context.isQuick) writeFileSync(new URL('./first-visit.md', import.meta.url), table)
  console.log(context.isQuick ? 'not written: a quick run' : 'written to bench/first-visit.md')
  return results.every(isMet)
}

async function measure({ runs }: Context, url: string, preset: Preset): Promise<PageVisit[]> {
  const visits: PageVisit[] = []
  for (let run = 0; run < runs; run++) visits.push(await visitPage(url, preset))
  return visits
}
