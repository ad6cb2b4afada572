/** Runs Lighthouse on a page, as a first visit with an empty cache. */
import { browserPath } from '@inkproof/slice-kit/release/browser'
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'

/** Lighthouse's presets: a slow phone on a slow connection, and a desktop computer. */
export const PRESETS = ['mobile', 'desktop'] as const
export type Preset = (typeof PRESETS)[number]

/** The categories, by Lighthouse's names; scores are 0 to 100. */
export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

/** One run. Times are in milliseconds and simulated for the preset's device and connection. */
export type PageVisit = {
  scores: Record<Category, number>
  firstPaintMs: number
  largestPaintMs: number
  blockingMs: number
  layoutShift: number
  /** Including headers, as received over the network. */
  kilobytes: number
  requests: number
  longTasks: number
}

const LONG_TASK_MS = 50
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic']

/**
 * Opens the page in a new browser.
 *
 * @throws Error if Lighthouse cannot load the page
 */
export async function visitPage(url: string, preset: Preset): Promise<PageVisit> {
  const chrome = await launch({ chromePath: browserPath(), chromeFlags: FLAGS })
  try {
    const config = preset === 'desktop' ? desktopConfig : undefined
    const result = await lighthouse(url, { port: chrome.port, logLevel: 'silent' }, config)
    if (!result || result.lhr.runtimeError) {
      throw new Error(result?.lhr.runtimeError?.message ?? `no result for ${url}`)
    }
    return readResult(result.lhr)
  } finally {
    await chrome.kill()
  }
}

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function readResult({ audits, categories }: Lhr): PageVisit {
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const items = (audit: string) =>
    (audits[audit]?.details as { items?: Record<string, number>[] })?.items ?? []
  const requests = items('network-requests')
  const bytes = requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    kilobytes: bytes / 1000,
    requests: requests.length,
    longTasks: items('main-thread-tasks').filter(({ duration = 0 }) => duration > LONG_TASK_MS)
      .length,
  }
}
