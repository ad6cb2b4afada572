import { type Summary, summarize } from './statistics.ts'

type Work = () => unknown

const WARM_UP = 300

/**
 * Measures CPU microseconds per call for each contestant. The contestants alternate, so that other
 * load affects all of them equally.
 */
export async function measureCpuPerCall<Name extends string>(
  contestants: Record<Name, Work>,
  { runs, calls }: { runs: number; calls: number },
): Promise<Record<Name, Summary>> {
  const names = Object.keys(contestants) as Name[]
  const times = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (const name of names) await repeat(contestants[name], Math.min(WARM_UP, calls))
  for (let run = 0; run < runs; run++) {
    for (const name of names) times.get(name)?.push(await measureCpu(contestants[name], calls))
  }
  const summaries = names.map((name) => [name, summarize(times.get(name) ?? [])])
  return Object.fromEntries(summaries) as Record<Name, Summary>
}

async function measureCpu(work: Work, calls: number): Promise<number> {
  const before = process.cpuUsage()
  await repeat(work, calls)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

async function repeat(work: Work, calls: number): Promise<void> {
  for (let call = 0; call < calls; call++) {
    const result = work()
    if (result instanceof Promise) await result
  }
}
