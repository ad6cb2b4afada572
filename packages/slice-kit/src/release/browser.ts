/** The browser of release checks, tests and benchmarks. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's builds of Chromium. The headless one comes first: it uses a third less CPU time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Returns the executable in CHROMIUM, or the first that is installed. */
export function browserPath(): string {
  const found = process.env['CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path))
  if (!found) throw new Error(`no Chromium at ${INSTALLED.join(' or ')}; set CHROMIUM to its path`)
  return found
}

/** Starts headless Chromium without access to anything outside this machine. `args` are further arguments. */
export function openBrowser(args: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  })
}
