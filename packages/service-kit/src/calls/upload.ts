/** Calls whose body is a file. */
import type { CallDefinition } from '@inkproof/protocol/call'
import type { Request } from 'express'
import { AppError } from '../app-error.ts'

type Upload = NonNullable<CallDefinition['upload']>

/**
 * Checks what the headers of an upload say, before its body is read.
 *
 * @throws AppError WRONG_MEDIA_TYPE with the expected type, also if there is no body or it is compressed; TOO_LARGE
 */
export function requireUpload({ type, maxBytes }: Upload, req: Request): void {
  const isCompressed = (req.get('content-encoding') ?? 'identity') !== 'identity'
  if (isCompressed || !req.is(type)) throw new AppError('WRONG_MEDIA_TYPE', { types: [type] })
  if (Number(req.get('content-length') ?? 0) > maxBytes)
    throw new AppError('TOO_LARGE', { maxBytes })
}

/**
 * Reads the file that a request uploads, for the handler of a call with `upload`. If it is too large, the rest is
 * discarded as it arrives: a client that sends everything before it reads would otherwise not get the response.
 *
 * @throws AppError TOO_LARGE; INVALID_INPUT if the client disconnects before it has sent everything
 */
export function readUpload(
  req: Request,
  { maxBytes }: Pick<Upload, 'maxBytes'>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const refuse = () => {
      const issues = [{ path: '', message: 'the body was not received completely' }]
      reject(new AppError('INVALID_INPUT', { issues }, { cause: req.errored }))
    }
    // A client that disconnected before, for example during authorization, causes no further event.
    if (req.destroyed) return refuse()
    req.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      if (size <= maxBytes) {
        chunks.push(chunk)
      } else {
        chunks.length = 0
        reject(new AppError('TOO_LARGE', { maxBytes }))
      }
    })
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('error', refuse)
    req.on('close', refuse)
  })
}
