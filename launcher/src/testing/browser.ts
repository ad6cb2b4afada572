/** The browser of the tests and the benchmarks. */
import { type Browser, chromium } from 'playwright-core'

/** Debian's Chromium, or the one in CHROMIUM. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Starts headless Chromium without access to anything outside this machine. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
