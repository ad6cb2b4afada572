/** Runs LibreOffice on one file: from this process, or in the process `office-files`. */
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { OfficeType } from './office-type.ts'
import type { SandboxResult } from './run-sandboxed.ts'

export type OfficeRunner = {
  /** The version of LibreOffice; null if it cannot be used now. */
  version(): Promise<string | null>
  /** Converts a file. The result is not checked. @param signal ends the conversion */
  run(file: Uint8Array, type: OfficeType, signal: AbortSignal): Promise<SandboxResult>
}

/** A runner, and what starts and stops it. */
export type StartedRunner = [OfficeRunner, Dependency]

/** How long a conversion may take, in milliseconds. */
export const CONVERSION_MS = 60_000

export const NOT_OFFERED = 'office files are not converted'
export const OFFERED = 'office files are converted'
