import type { Page } from 'playwright-core'

/**
 * Records layout shifts from the next navigation on. Returns a function that returns the sum of those after the page's HTML
 * was complete. While it is arriving, a slow device can show the header before its last button.
 */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: { value: number; startTime: number }[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push(entry as unknown as { value: number; startTime: number })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => {
      const { shifts } = globalThis as unknown as {
        shifts: { value: number; startTime: number }[]
      }
      const [navigation] = performance.getEntriesByType('navigation')
      const completeAt = (navigation as PerformanceNavigationTiming).domInteractive
      return shifts
        .filter(({ startTime }) => startTime >= completeAt)
        .reduce((sum, { value }) => sum + value, 0)
    })
}
