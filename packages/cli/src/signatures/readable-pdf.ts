import { access, constants, stat } from 'node:fs/promises'
import { unreadableFile } from '../unreadable-file.ts'
import { UsageError } from '../verify/usage-error.ts'
import type { CheckFailure } from './check-in-child.ts'

export const FAILURES: Record<CheckFailure, string> = {
  'too-long': 'The check took longer than 10 seconds and was stopped. The file may be damaged.',
  failed: 'The check failed. The file may be too large for the memory of the check.',
}

/** @throws UsageError if it is no file, or cannot be read */
export async function assertReadable(path: string): Promise<void> {
  const stats = await stat(path).catch((error: unknown) => {
    throw unreadableFile('document', path, error)
  })
  if (!stats.isFile()) throw new UsageError(`${path} is not a file. Save the PDF as a file first.`)
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw unreadableFile('document', path, error)
  })
}
