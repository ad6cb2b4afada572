import { UsageError } from './verify/usage-error.ts'

/** The error for a file that was named on the command line and cannot be read. */
export function unreadableFile(description: string, path: string, error: unknown): UsageError {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException
  return new UsageError(`The ${description} ${path} cannot be read (${code}).`)
}
