import type { Page } from 'playwright-core'

type Shift = { value: number; startTime: number; moved: string[] }
type ShiftEntry = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * Records layout shifts from the next navigation on. Returns a function that returns those after the page's HTML was complete,
 * with what moved and how, if their sum is at least `limit`, and an empty list otherwise. While the HTML is arriving, a slow
 * device can show the header before its last button.
 */
export async function watchShifts(page: Page, limit: number): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    const name = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      const text = node?.textContent?.trim().slice(0, 60) ?? ''
      return `<${element?.localName ?? 'removed'} class="${element?.className ?? ''}"> “${text}”`
    }
    const box = ({ x, y, width, height }: DOMRect) =>
      [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as ShiftEntry[])
        shifts.push({
          value,
          startTime,
          moved: sources.map(
            ({ node, previousRect, currentRect }) =>
              `${name(node)}: ${box(previousRect)} → ${box(currentRect)}`,
          ),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate((limit) => {
      const { shifts } = globalThis as unknown as { shifts: Shift[] }
      const [navigation] = performance.getEntriesByType('navigation')
      const completeAt = (navigation as PerformanceNavigationTiming).domInteractive
      const later = shifts.filter(({ startTime }) => startTime >= completeAt)
      return later.reduce((sum, { value }) => sum + value, 0) < limit ? [] : later
    }, limit)
}
