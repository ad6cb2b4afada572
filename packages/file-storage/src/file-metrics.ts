/** The Prometheus metrics of stored files. */
import { asOutage } from '@inkproof/service-kit/outage'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { FileStoreParts } from './parts.ts'

/** Runs an operation and counts its outcome. */
export type CountOperation = <T>(
  operation: 'put' | 'read' | 'remove',
  task: () => Promise<T>,
) => Promise<T>

/** Registers the metrics. */
export function measureFiles(
  registry: Registry,
  { rows, now }: Pick<FileStoreParts, 'rows' | 'now'>,
): CountOperation {
  const operations = new Counter({
    name: 'stored_file_operations_total',
    help: 'Operations on stored files: done, or the code of the error',
    labelNames: ['operation', 'outcome'] as const,
    registers: [registry],
  })
  new Gauge({
    name: 'stored_files_due',
    help: 'Files whose writing was interrupted or whose deletion is not complete',
    registers: [registry],
    async collect() {
      const dueAt = { $lte: now() }
      const counts = (['writing', 'deleting'] as const).map((state) =>
        rows.countDocuments({ state, dueAt }),
      )
      // While the database is unreachable, this metric is NaN and the others are still reported.
      const [writing, deleting] = await Promise.all(counts).catch(() => [Number.NaN, Number.NaN])
      this.set((writing ?? 0) + (deleting ?? 0))
    },
  })
  return async (operation, task) => {
    try {
      const result = await task()
      operations.inc({ operation, outcome: 'done' })
      return result
    } catch (error) {
      operations.inc({ operation, outcome: asOutage(error)?.code ?? 'error' })
      throw error
    }
  }
}
