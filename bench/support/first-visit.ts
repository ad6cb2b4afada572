/** What a first visit to the home page fetches, from the browser's own account of its network. */
import type { Browser } from 'playwright-core'

export type Visit = { requests: number; kilobytes: number; encodings: string[] }

/** With an empty cache; bytes as they came over the wire, headers included. */
export async function firstVisit(browser: Browser, origin: string): Promise<Visit> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const requested = new Set<string>()
    const encodings = new Set<string>()
    let bytes = 0
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.startsWith('http')) requested.add(requestId)
    })
    session.on('Network.responseReceived', ({ response }) => {
      const { 'content-encoding': encoding } = lowerCased(response.headers)
      if (encoding) encodings.add(encoding)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (requested.has(requestId)) bytes += encodedDataLength
    })
    await session.send('Network.enable')
    await page.goto(origin, { waitUntil: 'networkidle' })
    await page.getByRole('main').waitFor()
    return { requests: requested.size, kilobytes: bytes / 1000, encodings: [...encodings] }
  } finally {
    await context.close()
  }
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}
