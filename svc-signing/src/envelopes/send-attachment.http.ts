import type { Response } from 'express'
import type { Files } from './dependencies.ts'
import type { AttachmentRow, EnvelopeRow } from './envelopes.model.ts'
import { readFile } from './read-file.ts'

/**
 * Reads a file that a stranger may have uploaded, for a response that no browser opens: it is saved as a file, and has no type
 * that a browser shows. @throws AppError FILE_UNREADABLE
 */
export function sendAttachment(
  files: Pick<Files, 'read'>,
  res: Response,
  { workspaceId }: Pick<EnvelopeRow, 'workspaceId'>,
  { file, fileName }: AttachmentRow,
): Promise<Uint8Array> {
  res.attachment(fileName).set('x-content-type-options', 'nosniff')
  return readFile(files, file, workspaceId)
}
