/** Tells how much work a page makes, however busy the machine is. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

/**
 * Starts to measure the scripts of all open pages and their workers. Returns a function that returns the CPU time that they have
 * used since, in milliseconds. Threads that end meanwhile are not counted. The file is described in
 * Documentation/scheduler/sched-stats.rst of Linux.
 */
export async function startPagesCpuTime(browser: Browser): Promise<() => Promise<number>> {
  const before = await readThreads(browser)
  return async () => {
    const used = [...(await readThreads(browser))].map(([id, ms]) => ms - (before.get(id) ?? 0))
    return used.reduce((sum, ms) => sum + ms, 0)
  }
}

/** The CPU time of each thread that runs scripts, in milliseconds, by the thread's folder. */
async function readThreads(browser: Browser): Promise<Map<string, number>> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const threads = renderers.flatMap(({ id }) => listThreads(id))
  return new Map(
    threads.flatMap((thread) => {
      const usedMs = readThread(thread)
      return usedMs === null ? [] : [[thread.folder, usedMs]]
    }),
  )
}

type Thread = { folder: string; isMain: boolean }

function listThreads(pid: number): Thread[] {
  const folder = `/proc/${pid}/task`
  const ids = orEnded(() => readdirSync(folder)) ?? []
  return ids.map((id) => ({ folder: `${folder}/${id}`, isMain: id === String(pid) }))
}

/** Returns null for a thread that runs no scripts, or has ended. */
function readThread({ folder, isMain }: Thread): number | null {
  return orEnded(() => {
    const runsScripts =
      isMain || readFileSync(`${folder}/comm`, 'utf8').startsWith('DedicatedWorker')
    if (!runsScripts) return null
    const [usedNs] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ')
    return Number(usedNs) / 1e6
  })
}

/** Returns null if the thread or process ended before or while it was read. */
function orEnded<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
