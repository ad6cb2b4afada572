/** Converts office files to PDF with LibreOffice, each in a sandbox of its own. */
import { UnusablePdf } from '@inkproof/pdf-signing/errors'
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { AppError } from '@inkproof/service-kit/app-error'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import type { PdfWorker } from '../pdf/feature.ts'
import { CONFIGURATION } from './configuration.ts'
import { findPrograms, type OfficePrograms, type OfficeSettings } from './find-programs.ts'
import { officeTypeOf } from './office-type.ts'
import { runSandboxed, type SandboxedRun } from './run-sandboxed.ts'
import { checkArguments, conversionArguments } from './sandbox.ts'

export type ConverterDeps = OfficeSettings & {
  /** Multiplies the limits of time; for tests. */
  STORE_TIMEOUT_FACTOR: number
  /** How long a conversion may take. */
  conversionMs?: number
  pdf: Pick<PdfWorker, 'inspect'>
  log: Log
}

export type OfficeConverter = {
  /** Whether LibreOffice was found and could be isolated when the service started. */
  isOffered(): boolean
  /**
   * Returns the PDF of an office file. One file is converted at a time.
   *
   * @param signal ends the conversion
   * @throws AppError OFFICE_FILES_NOT_OFFERED, OFFICE_FILE_WRONG_TYPE, OFFICE_FILE_ENCRYPTED, OFFICE_FILE_EXPANDS,
   * OFFICE_FILE_UNREADABLE, PDF_TOO_MANY_PAGES; UNAVAILABLE if files are waiting, `signal` is aborted or the service stops
   */
  convert(file: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
}

const CONVERSION_MS = 60_000
const CHECK_MS = 20_000
const MAX_WAITING = 2

/** The second result looks for LibreOffice when the service starts. */
export function createConverter(deps: ConverterDeps): [OfficeConverter, Dependency] {
  const { pdf, log, conversionMs = CONVERSION_MS, STORE_TIMEOUT_FACTOR: factor } = deps
  const limitMs = conversionMs * factor
  const runInQueue = createBoundedQueue(1, MAX_WAITING)
  const stopping = new AbortController()
  let programs: OfficePrograms | null = null
  const converter: OfficeConverter = {
    isOffered: () => programs !== null,
    async convert(file, cancelled) {
      const found = programs
      if (found === null) throw new AppError('OFFICE_FILES_NOT_OFFERED')
      const type = await officeTypeOf(file)
      const signal = AbortSignal.any([cancelled, stopping.signal])
      const result = await runInQueue(() =>
        runSandboxed({
          ...sandboxed(found, limitMs),
          arguments: conversionArguments(found, type, Math.ceil(limitMs / 1_000)),
          inputs: [file, CONFIGURATION],
          signal,
        }),
      )
      if (result.output !== null) return checkOutput(pdf, result.output)
      if (result.failure === 'aborted' || result.failure === 'cannot-start')
        throw new AppError('UNAVAILABLE')
      log.info(
        { type: type.extension, failure: result.failure },
        'an office file was not converted',
      )
      throw new AppError('OFFICE_FILE_UNREADABLE')
    },
  }
  const dependency: Dependency = {
    name: 'office-files',
    isOptional: true,
    prepare: async () => {
      const found = await findPrograms(deps)
      if (found.programs === null) {
        if (found.problem !== null) log.warn({ problem: found.problem }, NOT_OFFERED)
        return
      }
      const version = await checkPrograms(found.programs, CHECK_MS * factor, stopping.signal)
      if (version === null) return log.warn({ problem: NOT_ISOLATED }, NOT_OFFERED)
      programs = found.programs
      log.info({ version }, 'office files are converted')
    },
    check: async () => undefined,
    close: async () => stopping.abort(),
  }
  return [converter, dependency]
}

const NOT_OFFERED = 'office files are not converted'
const NOT_ISOLATED =
  'bwrap cannot isolate LibreOffice from network and files: it needs user namespaces and a mountable /proc'

/** Returns the version of LibreOffice; null if it cannot be run in a sandbox. */
async function checkPrograms(programs: OfficePrograms, timeoutMs: number, signal: AbortSignal) {
  const { output } = await runSandboxed({
    ...sandboxed(programs, timeoutMs),
    arguments: checkArguments(programs, Math.ceil(timeoutMs / 1_000)),
    inputs: [],
    signal,
  })
  return output === null ? null : Buffer.from(output).toString().trim().slice(0, 200)
}

function sandboxed(
  programs: OfficePrograms,
  timeoutMs: number,
): Pick<SandboxedRun, 'program' | 'timeoutMs' | 'maxOutputBytes'> {
  return { program: programs.bubblewrap, timeoutMs, maxOutputBytes: MAX_DOCUMENT_BYTES }
}

/** The process could have been taken over by the file, so its result is checked like an upload. */
async function checkOutput(pdf: ConverterDeps['pdf'], output: Uint8Array): Promise<Uint8Array> {
  try {
    await pdf.inspect(output)
    return output
  } catch (error) {
    if (!(error instanceof UnusablePdf)) throw error
    const isTooLong = error.code === 'too-many-pages' || error.code === 'no-pages'
    const code = isTooLong ? 'PDF_TOO_MANY_PAGES' : 'OFFICE_FILE_UNREADABLE'
    throw new AppError(code, {}, { cause: error })
  }
}
