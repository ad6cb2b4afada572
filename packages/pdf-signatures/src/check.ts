import { attribute, readTrustData } from './attribution.ts'
import { changesAfterRevisions } from './changes-after.ts'
import { parseCertificates } from './cms/certificate.ts'
import { NO_CHAIN } from './cms/chain.ts'
import { invalid } from './cms/encoding.ts'
import { findSignatures, findUnreachable } from './find-signatures.ts'
import { type CheckedSignature, checkSignature } from './integrity.ts'
import { openLongest } from './open-file.ts'
import { latin1 } from './pdf/characters.ts'
import { PdfDocument } from './pdf/document.ts'
import type { PdfFile } from './pdf/file.ts'
import { TooLargeError, UnreadableError } from './pdf/values.ts'
import type { PdfProblem, PdfSignature, PdfSignatures } from './report.ts'

/** `trustedRoots` are X.509 certificates in DER; those that cannot be parsed are ignored. `now` is the time of the check. */
export type CheckOptions = { trustedRoots: Uint8Array[]; now: Date }

/**
 * Checks all digital signatures of a PDF file: whether each is intact, whom its digital ID names and whether it leads to a
 * trusted root, when it was made, and what later revisions changed (ISO 32000-2, 12.8; ETSI EN 319 142-1).
 *
 * Never throws for any bytes, and does not modify them. Sends nothing anywhere.
 */
export async function checkPdfSignatures(
  bytes: Uint8Array,
  options: CheckOptions,
): Promise<PdfSignatures> {
  try {
    const file = openLongest(bytes)
    if (!file) return problem(mayBeEncrypted(bytes) ? 'encrypted' : 'unreadable')
    if (isEncrypted(file)) return problem('encrypted')
    return { signatures: await checkFile(bytes, file, options), problem: null }
  } catch (error) {
    if (error instanceof TooLargeError) return problem('too-large')
    if (error instanceof UnreadableError) return problem('unreadable')
    throw error
  }
}

async function checkFile(
  bytes: Uint8Array,
  file: PdfFile,
  { trustedRoots, now }: CheckOptions,
): Promise<PdfSignature[]> {
  const document = new PdfDocument(file, file.revisions.length - 1)
  const found = findSignatures(document)
  const checked: CheckedSignature[] = []
  // One after the other: each needs a copy of the bytes that it covers.
  for (const signature of found) checked.push(await checkSignature(signature, file))
  checked.sort(
    (first, second) => first.revision - second.revision || first.dict.start - second.dict.start,
  )
  const roots = await parseCertificates(trustedRoots)
  const trust = await readTrustData(document, checked, roots)
  const changes = changesAfterRevisions(file, checked)
  const signatures = await attribute(checked, { file, trust, changes, now })
  return [...signatures, ...findUnreachable(bytes, file, found).map(() => UNREACHABLE)]
}

/** A signature in the bytes that no field of the document leads to. */
const UNREACHABLE: PdfSignature = {
  field: '',
  kind: 'signature',
  integrity: invalid('ambiguous'),
  signer: null,
  chain: NO_CHAIN,
  claimedAt: null,
  timeStamp: null,
  docMdp: null,
  locks: null,
  changesAfter: [],
  reason: null,
  location: null,
}

function problem(code: PdfProblem): PdfSignatures {
  return { signatures: [], problem: code }
}

function isEncrypted({ revisions }: PdfFile): boolean {
  return revisions.some(({ sections }) =>
    sections.some(({ trailer }) => trailer.entries.has('Encrypt')),
  )
}

/** A damaged file with a reference to an encryption dictionary. */
function mayBeEncrypted(bytes: Uint8Array): boolean {
  const step = 1_000_000
  for (let start = 0; start < bytes.length; start += step) {
    if (/\/Encrypt\s*(\d|<<)/.test(latin1(bytes.subarray(start, start + step + 100)))) return true
  }
  return false
}
