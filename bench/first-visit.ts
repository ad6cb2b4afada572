/** Measures first visits with Lighthouse and writes first-visit.md. */
import { writeFileSync } from 'node:fs'
import type { Context } from './row.ts'
import { formatRow, formatTable, isMet, type PageResult } from './support/first-visit-report.ts'
import { PRESETS, type Preset, visitPage } from './support/lighthouse.ts'
import { describeMachine } from './support/report.ts'
import { shareCertificate } from './support/share-certificate.ts'

/** The pages; a certificate's page follows. */
const PAGES = ['/', '/certify', '/verify', '/blog', '/litepaper']

/** Returns whether all targets are met. */
export async function measureFirstVisits(context: Context): Promise<boolean> {
  const { system } = await context.system()
  const certificate = await shareCertificate(system.origin)
  const results: PageResult[] = []
  for (const preset of PRESETS) {
    for (const page of PAGES) results.push(await measure(context, system.origin, page, preset))
    const shared = await measure(context, system.origin, certificate, preset)
    results.push({ ...shared, page: 'a certificate', isIndexed: false })
  }
  for (const result of results) console.log(formatRow(result))
  const chromium = (await context.browser()).version()
  const machine = describeMachine(chromium)
  const table = formatTable(results, { ...machine, runs: context.runs })
  if (!context.isQuick) writeFileSync(new URL('./first-visit.md', import.meta.url), table)
  console.log(context.isQuick ? 'not written: a quick run' : 'written to bench/first-visit.md')
  return results.every(isMet)
}

async function measure(
  { runs }: Context,
  origin: string,
  page: string,
  preset: Preset,
): Promise<PageResult> {
  const visits: PageResult['visits'] = []
  for (let run = 0; run < runs; run++) visits.push(await visitPage(origin + page, preset))
  return { page, preset, visits, isIndexed: true }
}
