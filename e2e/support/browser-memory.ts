/** Measures the memory of a running Chromium: the sum of all its processes, as counted by the kernel. */
import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'

export type MemoryWatch = { stop(): Promise<{ startBytes: number; peakBytes: number }> }

const INTERVAL_MS = 100

/**
 * Measures repeatedly until stopped. Counts anonymous and shared memory, which the kernel cannot drop, of every
 * process, because any of them could contain a file. Cached pages of programs and files are not counted.
 */
export async function watchMemory(browser: Browser): Promise<MemoryWatch> {
  const session = await browser.newBrowserCDPSession()
  const measure = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const perProcess = await Promise.all(processInfo.map(({ id }) => usedBytes(id)))
    return perProcess.reduce((sum, bytes) => sum + bytes, 0)
  }
  const startBytes = await measure()
  let peakBytes = startBytes
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      peakBytes = Math.max(peakBytes, await measure())
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await watching
      await session.detach()
      return { startBytes, peakBytes }
    },
  }
}

async function usedBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const counted = status.matchAll(/^(?:RssAnon|RssShmem):\s+(\d+) kB$/gm)
  return [...counted].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1_024, 0)
}
