import { AppError } from '@inkproof/service-kit/app-error'

/** The error of a file whose row or stored bytes are not what was stored. The reason is logged, never shown to users. */
export function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError(
    'FILE_UNREADABLE',
    {},
    { cause: new Error(`stored file: ${reason}`, { cause }) },
  )
}
