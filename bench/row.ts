import type { System } from '@inkproof/launcher/system/start-system'
import type { Browser } from 'playwright-core'
import type { SampleLog } from './support/sample-log.ts'

/** One measured number and what it belongs to; `isQuoted` when it was measured elsewhere. */
export type Figure = { name: string; value: number; isQuoted?: boolean }

/** What a row found in one run. The unit is of all figures. */
export type Measured = {
  ours: number
  peers: Figure[]
  unit: string
  /** Null where there is no target. */
  met: boolean | null
  /**
   * Whether a target in units of time is met as a ratio to a peer of the same run: the targets were
   * set on a machine at rest, and a slower or busier one is slower for all alike.
   */
  metByRatio?: boolean
  note: string
}

/** A line of the report: it measures us and our peers in the same run. */
export type Row = {
  name: string
  target: string
  measure(context: Context): Promise<Measured>
}

/** What rows share; each part is made when the first row asks for it. */
export type Context = {
  /** Smaller sizes, to see in a minute that everything works. */
  isQuick: boolean
  /** How often each contestant is measured. */
  runs: number
  /** A folder that goes after the run. */
  folder: string
  log(): Promise<SampleLog>
  browser(): Promise<Browser>
  system(): Promise<{ system: System; database: string }>
}
