/** Prometheus metrics of the log, computed on each scrape. */
import { Gauge, type Registry } from 'prom-client'
import { type GrowingTree, sizeOf } from './growing-tree.ts'
import type { HeadsStore } from './heads-store.ts'

export function registerLogMetrics(
  registry: Registry,
  { heads }: { heads: Pick<HeadsStore, 'read'> },
  tree: () => GrowingTree | undefined,
): void {
  const registers = [registry]
  addGauge(registers, 'log_entries', 'Entries in the tree', async () => {
    const current = tree()
    return current ? sizeOf(current) : 0
  })
  addGauge(registers, 'log_checkpoint_size', 'Entries in the signed state', async () => {
    return (await heads.read()).size
  })
  addGauge(
    registers,
    'log_anchor_lag_entries',
    'Signed entries not covered by an anchor',
    async () => {
      const { size, anchor } = await heads.read()
      return size - (anchor?.size ?? 0)
    },
  )
  addGauge(registers, 'log_trouble', '1 while anchoring is paused', async () => {
    return (await heads.read()).trouble === null ? 0 : 1
  })
}

function addGauge(
  registers: Registry[],
  name: string,
  help: string,
  read: () => Promise<number>,
): void {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      this.set(await read())
    },
  })
}
