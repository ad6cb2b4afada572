/**
 * Measures the resident memory of a browser's renderer processes, which run a page and its workers.
 */
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

const SAMPLE_INTERVAL_MS = 20

type ProcessInfo = { type: string; id: number }

/** Returns the renderers' peak memory while `work` runs, minus their memory before it, in megabytes. */
export async function measureExtraMemoryMb(
  browser: Browser,
  work: () => Promise<void>,
): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pids = (processInfo as ProcessInfo[]).filter(({ type }) => type === 'renderer')
  const residentMb = () => pids.reduce((sum, { id }) => sum + residentBytes(id), 0) / 1e6
  const before = residentMb()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb())
  }, SAMPLE_INTERVAL_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return peak - before
}

/** Resident memory of a process in bytes; 0 if it has exited. */
function residentBytes(pid: number): number {
  try {
    const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kb ?? 0) * 1024
  } catch {
    return 0
  }
}
