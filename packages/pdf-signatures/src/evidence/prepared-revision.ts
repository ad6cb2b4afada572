/** Finds the prepared file of a signing request in a finished one. */
import { equal } from '@inkproof/proof/bytes'
import type { Envelope } from '@inkproof/signing/envelope'
import { digest } from '../cms/encoding.ts'
import { isWhiteSpace } from '../pdf/characters.ts'
import type { PdfFile } from '../pdf/file.ts'
import { firstSigned } from './signed-fields.ts'

/** The revision (index from 0) with which the prepared file ends, and its SHA-256. */
export type PreparedRevision = { revision: number; digest: Uint8Array }

/**
 * A prepared file that was rewritten is the first revision. One that was already signed is everything before the first
 * signature of the request, with or without white space after `%%EOF`. Null if neither is a document of the request.
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

/** The SHA-256 of the file up to the end of a revision, without and with the white space after it. */
export async function digestsOf(file: PdfFile, revision: number): Promise<Uint8Array[]> {
  const sizes = sizesOf(file, revision)
  return Promise.all([...sizes].map((size) => digest('SHA-256', file.bytes.slice(0, size))))
}

/**
 * The position after `%%EOF`, up to two bytes more, and up to two bytes before the next revision: our software adds none or
 * one line break to an upload, which can end with any number of them.
 */
function sizesOf({ bytes, revisions }: PdfFile, revision: number): Set<number> {
  const end = revisions[revision]?.end ?? 0
  let last = end
  while (isWhiteSpace(bytes[last])) last++
  return new Set([
    end,
    end + 1,
    end + 2,
    ...[last - 2, last - 1, last].filter((size) => size > end),
  ])
}
