/** Embeds what long-term validation needs: the document security store (ETSI EN 319 142-1, 5.4.2). */
import { createHash } from 'node:crypto'
import { type PDF, PdfDict, type PdfObject, PdfStream } from '@libpdf/core'
import { array, arrayOf, dictOf, name, resolve } from './pdf/objects.ts'
import { append, open } from './pdf/open.ts'

export type ValidationData = {
  /** DER of the certificates of all signers, authorities and time-stamps. */
  certificates: Uint8Array[]
  /** DER of a CRL of each authority, issued after the last signature's time-stamp. */
  crls: Uint8Array[]
  /** DER of OCSP responses (RFC 6960, 4.2.1: OCSPResponse). */
  ocspResponses?: Uint8Array[]
}

/**
 * Adds certificates, CRLs and OCSP responses to the store, as an incremental update. What the store already contains stays, and is not
 * added twice.
 *
 * @throws UnusablePdf `unreadable`, `cannot-append`
 */
export async function addValidationData(
  file: Uint8Array,
  data: ValidationData,
): Promise<Uint8Array> {
  const pdf = await open(file)
  const catalog = pdf.getCatalog()
  const store = dictOf(pdf, catalog, 'DSS') ?? new PdfDict([['Type', name('DSS')]])
  addStreams(pdf, store, 'Certs', data.certificates)
  addStreams(pdf, store, 'CRLs', data.crls)
  if (data.ocspResponses?.length) addStreams(pdf, store, 'OCSPs', data.ocspResponses)
  if (!dictOf(pdf, catalog, 'DSS')) catalog.set('DSS', pdf.register(store))
  return append(pdf)
}

function addStreams(pdf: PDF, store: PdfDict, key: string, values: Uint8Array[]): void {
  const existing = arrayOf(pdf, store, key)?.toArray() ?? []
  const known = new Set(existing.map((item) => digestOf(pdf, item)))
  const added = values.filter((value) => {
    const digest = sha256(value)
    return !known.has(digest) && known.add(digest)
  })
  const refs = added.map((value) => pdf.createStream({}, new Uint8Array(value)))
  store.set(key, array(...existing, ...refs))
}

function digestOf(pdf: PDF, item: PdfObject): string {
  const stream = resolve(pdf, item)
  return stream instanceof PdfStream ? sha256(stream.getDecodedData()) : ''
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
