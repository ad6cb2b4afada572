import { PROOF_FILE_EXTENSION } from '@inkproof/proof/proof-file'
import { downloadProof } from '@inkproof/protocol/calls/certificates'
import { call } from '@inkproof/slice-parts/call'
import { limitAsync } from 'es-toolkit/promise'
import { retryAfter429 } from '../certificates/retry-after-429.ts'
import { zipArchive } from './archive.ts'

/** Enough to hide the latency of a request without delaying other requests of the page. */
const MAX_CONCURRENT_DOWNLOADS = 6

/** A certified file: the ID of its certificate, and its name. */
export type CertifiedFile = { id: string; fileName: string }

/**
 * Downloads the proof files of certificates and returns a ZIP archive of them, each named after its file.
 *
 * @param onProgress receives the number of proof files downloaded so far
 * @throws RequestError if one cannot be downloaded; an AbortError if `signal` aborts
 */
export async function zipProofs(
  files: readonly CertifiedFile[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  let done = 0
  const download = limitAsync(async ({ id, fileName }: CertifiedFile) => {
    signal.throwIfAborted()
    const text = await retryAfter429(
      () => call(downloadProof, { params: { id } }, { signal }),
      signal,
    )
    done += 1
    onProgress(done)
    return { name: `${fileName}${PROOF_FILE_EXTENSION}`, text }
  }, MAX_CONCURRENT_DOWNLOADS)
  const archive = zipArchive(await Promise.all(files.map(download)))
  return new Blob([archive], { type: 'application/zip' })
}
