import type { System } from '@inkproof/launcher/system/start-system'
import type { Browser } from 'playwright-core'
import type { SampleLog } from './support/sample-log.ts'

/** A measured number and its label; `isQuoted` if it was measured elsewhere. */
export type Figure = { name: string; value: number; isQuoted?: boolean }

/** The result of a row in one run. All figures have the same unit. */
export type Measured = {
  ours: number
  peers: Figure[]
  unit: string
  /** Null where there is no target. */
  isMet: boolean | null
  /**
   * Whether a time or speed target is met after scaling it by a peer's figure in the same run. The
   * targets were set on an idle machine; a slower or busier machine slows all contestants alike.
   */
  isMetByRatio?: boolean
  note: string
}

/** A row of the report: measures this project and its peers in the same run. */
export type Row = {
  name: string
  target: string
  measure(context: Context): Promise<Measured>
}

/** Resources shared by the rows, each created on first use. */
export type Context = {
  /** Whether to use smaller sizes, to check in a minute that everything works. */
  isQuick: boolean
  /** Number of measurements per contestant. */
  runs: number
  /** A folder that is deleted after the run. */
  folder: string
  log(): Promise<SampleLog>
  browser(): Promise<Browser>
  system(): Promise<{ system: System; database: string }>
}
