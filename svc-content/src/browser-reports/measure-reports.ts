import type { ReportedPart } from '@inkproof/protocol/browser-reports'
import { Counter, type Registry } from 'prom-client'
import { incrementsFor } from './counters.ts'

/** Counts what this instance has received, for Prometheus. Only released versions become time series. */
export function measureReports(registry: Registry): (parts: readonly ReportedPart[]) => void {
  const counter = new Counter({
    name: 'browser_reports_total',
    help: 'What browsers of visitors reported, by part, version and counter',
    labelNames: ['part', 'version', 'counter'] as const,
    registers: [registry],
  })
  return (parts) => {
    for (const part of parts)
      for (const [name, increase] of incrementsFor(part))
        counter.inc({ part: part.package, version: part.version, counter: name }, increase)
  }
}
