import type { Category, PageVisit, Preset } from './lighthouse.ts'
import { median } from './statistics.ts'

/** The visits to one page with one preset. `isIndexed`: search engines may list the page, so its SEO score counts. */
export type PageResult = { page: string; preset: Preset; visits: PageVisit[]; isIndexed: boolean }

/** The minimum score per preset. */
const TARGETS: Record<Preset, number> = { mobile: 95, desktop: 100 }
const MAX_SHIFT = 0.01

const CATEGORIES: Category[] = ['performance', 'accessibility', 'best-practices', 'seo']

/** Returns the medians of a page's visits. */
export function summarize({ visits, isIndexed }: PageResult) {
  const of = (read: (visit: PageVisit) => number) => median(visits.map(read))
  const scores = CATEGORIES.filter((category) => isIndexed || category !== 'seo').map(
    (category) => [category, of(({ scores }) => scores[category])] as const,
  )
  return {
    scores: Object.fromEntries(scores) as Partial<Record<Category, number>>,
    firstPaintMs: of((visit) => visit.firstPaintMs),
    largestPaintMs: of((visit) => visit.largestPaintMs),
    blockingMs: of((visit) => visit.blockingMs),
    layoutShift: of((visit) => visit.layoutShift),
    kilobytes: of((visit) => visit.kilobytes),
    requests: of((visit) => visit.requests),
    longTasks: of((visit) => visit.longTasks),
  }
}

/** Whether every category and the layout shift meet the targets. */
export function isMet(result: PageResult): boolean {
  const { scores, layoutShift } = summarize(result)
  const target = TARGETS[result.preset]
  return Object.values(scores).every((score) => score >= target) && layoutShift < MAX_SHIFT
}

/** Formats one row of the table. */
export function formatRow(result: PageResult): string {
  const { scores, ...figures } = summarize(result)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return `| ${[
    isMet(result) ? 'met' : 'MISSED',
    result.page,
    result.preset,
    ...CATEGORIES.map((category) => scores[category] ?? 'not indexed'),
    seconds(figures.firstPaintMs),
    seconds(figures.largestPaintMs),
    Math.round(figures.blockingMs),
    figures.layoutShift.toFixed(4),
    figures.requests,
    figures.kilobytes.toFixed(0),
    figures.longTasks,
  ].join(' | ')} |`
}

/** Formats the text of first-visit.md. */
export function formatTable(
  results: readonly PageResult[],
  { runs, cores, load, chromium }: { runs: number; cores: number; load: number; chromium: string },
): string {
  return `# First visits, measured with Lighthouse

Written by \`npm run bench -- first-visit\`: medians of ${runs} visits with an empty cache, through the gateway. Targets: every
category ≥ ${TARGETS.mobile} on a phone and ${TARGETS.desktop} on a desktop computer, layout shift below ${MAX_SHIFT}. Scores, paint and blocking
times are those of Lighthouse’s simulated devices; they get worse if this machine is busy. Bytes (with headers), requests and
layout shift do not depend on its load. Long tasks are those over 50 ms on this machine.

${cores} cores, Chromium ${chromium}; ${load.toFixed(1)} processes were running or waiting on average in the last minute of the run${load > cores ? ', more than there are cores' : ''}.

| | page | device | performance | accessibility | best practices | SEO | first paint, s | largest paint, s | blocking, ms | layout shift | requests | KB | long tasks |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${results.map(formatRow).join('\n')}
`
}
