/** Tells how much work a page makes, however busy the machine is. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

/**
 * Returns the CPU time, in milliseconds, that the scripts of all open pages and their workers have used. The file is described
 * in Documentation/scheduler/sched-stats.rst of Linux.
 */
export async function pagesCpuTimeMs(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return renderers
    .flatMap(({ id }) => scriptThreads(id))
    .reduce((sum, thread) => sum + usedMs(thread), 0)
}

/** The folders of the threads that run scripts. */
function scriptThreads(pid: number): string[] {
  const folder = `/proc/${pid}/task`
  const threads = readdirSync(folder).map((thread) => `${folder}/${thread}`)
  return threads.filter(
    (thread) =>
      thread.endsWith(`/${pid}`) ||
      readFileSync(`${thread}/comm`, 'utf8').startsWith('DedicatedWorker'),
  )
}

function usedMs(thread: string): number {
  const [usedNs] = readFileSync(`${thread}/schedstat`, 'utf8').split(' ')
  return Number(usedNs) / 1e6
}
