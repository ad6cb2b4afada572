/** Finds the prepared file of a signing request in a finished one. */
import { equal } from '@inkproof/proof/bytes'
import type { Envelope } from '@inkproof/signing/envelope'
import { digest } from '../cms/encoding.ts'
import type { PdfFile } from '../pdf/file.ts'
import { firstSigned } from './signed-fields.ts'

/** The revision (index from 0) with which the prepared file ends, and its SHA-256. */
export type PreparedRevision = { revision: number; digest: Uint8Array }

/**
 * A prepared file that was rewritten is the first revision. One that was already signed is everything before the first
 * signature of the request, with or without a line break after `%%EOF`. Null if neither is a document of the request.
 *
 * @param own names of the fields whose signatures name a statement of the request
 */
export async function findPrepared(
  file: PdfFile,
  { documents }: Pick<Envelope, 'documents'>,
  own: ReadonlySet<string>,
): Promise<PreparedRevision | null> {
  const last = firstSigned(file, own) - 1
  for (const revision of last > 0 ? [0, last] : [0]) {
    for (const candidate of await digestsOf(file, revision)) {
      if (documents.some(({ fingerprint }) => equal(fingerprint, candidate)))
        return { revision, digest: candidate }
    }
  }
  return null
}

/** The SHA-256 of the file up to the end of a revision, without and with a line break. */
export async function digestsOf(
  { bytes, revisions }: PdfFile,
  revision: number,
): Promise<Uint8Array[]> {
  const end = revisions[revision]?.end ?? 0
  return Promise.all([end, end + 1, end + 2].map((size) => digest('SHA-256', bytes.slice(0, size))))
}
