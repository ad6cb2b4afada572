/** Converts office files to PDF with LibreOffice, one at a time. */
import { UnusablePdf } from '@inkproof/pdf-signing/errors'
import { AppError } from '@inkproof/service-kit/app-error'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { Log } from '@inkproof/service-kit/log'
import type { PdfWorker } from '../pdf/feature.ts'
import type { OfficeSettings } from './find-programs.ts'
import { createLocalRunner } from './local-runner.ts'
import { CONVERSION_MS, type StartedRunner } from './office-runner.ts'
import { officeTypeOf } from './office-type.ts'
import { createRemoteRunner } from './remote-runner.ts'

export type ConverterDeps = OfficeSettings & {
  /** The socket of the process `office-files` (converter-process.ts); empty if this process runs LibreOffice itself. */
  OFFICE_SOCKET: string
  /** Multiplies the limits of time; for tests. */
  STORE_TIMEOUT_FACTOR: number
  /** How long a conversion may take. */
  conversionMs?: number
  pdf: Pick<PdfWorker, 'inspect'>
  log: Log
}

export type OfficeConverter = {
  /** Whether LibreOffice can be used and isolated. */
  isOffered(): Promise<boolean>
  /**
   * Returns the PDF of an office file. One file is converted at a time.
   *
   * @param signal ends the conversion
   * @throws AppError OFFICE_FILES_NOT_OFFERED, OFFICE_FILE_WRONG_TYPE, OFFICE_FILE_ENCRYPTED, OFFICE_FILE_EXPANDS,
   * OFFICE_FILE_UNREADABLE, PDF_TOO_MANY_PAGES; UNAVAILABLE if files are waiting, `signal` is aborted or the service stops
   */
  convert(file: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
}

const CHECK_MS = 20_000
const MAX_WAITING = 2
/** Multiplies the limit of time: a file waits for those of other instances that share the process `office-files`. */
const REMOTE_FACTOR = 3

/** The second result looks for LibreOffice when the service starts. */
export function createConverter(deps: ConverterDeps): [OfficeConverter, Dependency] {
  const { pdf, log } = deps
  const runInQueue = createBoundedQueue(1, MAX_WAITING)
  const [runner, dependency] = createRunner(deps)
  const converter: OfficeConverter = {
    isOffered: async () => (await runner.version()) !== null,
    async convert(file, signal) {
      if (!(await converter.isOffered())) throw new AppError('OFFICE_FILES_NOT_OFFERED')
      const type = await officeTypeOf(file)
      const result = await runInQueue(() => runner.run(file, type, signal))
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
  return [converter, dependency]
}

function createRunner(deps: ConverterDeps): StartedRunner {
  const { OFFICE_SOCKET, conversionMs = CONVERSION_MS, log, STORE_TIMEOUT_FACTOR: factor } = deps
  const limitMs = conversionMs * factor
  if (OFFICE_SOCKET === '')
    return createLocalRunner({ ...deps, limitMs, checkMs: CHECK_MS * factor })
  return createRemoteRunner({ socket: OFFICE_SOCKET, limitMs: REMOTE_FACTOR * limitMs, log })
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
