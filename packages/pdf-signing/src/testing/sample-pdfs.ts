/** Small files for tests, each with one property. */
import { PDF } from '@libpdf/core'
import { buildCompressedPdf, buildPdf, type Objects, stream } from './build-pdf.ts'

export type SampleOptions = {
  pages?: number
  /** Entries added to the catalog, to every page, and to the trailer. */
  catalog?: string
  page?: string
  trailer?: string
  /** Further objects. The numbers from 1000 on are free for up to 400 pages. */
  objects?: Objects
  /** Content stream of every page. */
  content?: string
}

/** With an own font program nothing would be missing; Helvetica is not embedded. */
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** Objects 1 (catalog), 2 (pages), 3 (font), and two for each page: page `4 + 2i`, content `5 + 2i`. */
export function sampleObjects(options: SampleOptions = {}): Objects {
  const count = options.pages ?? 1
  const kids = Array.from({ length: count }, (_, index) => `${4 + 2 * index} 0 R`)
  const resources = '/Resources << /Font << /F1 3 0 R >> >>'
  const objects: Objects = {
    1: `<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ''} >>`,
    2: `<< /Type /Pages /Count ${count} /Kids [${kids.join(' ')}] /MediaBox [0 0 595 842] ${resources} >>`,
    3: FONT,
  }
  for (let index = 0; index < count; index++) {
    const [page, content] = [4 + 2 * index, 5 + 2 * index]
    objects[page] = `<< /Type /Page /Parent 2 0 R /Contents ${content} 0 R ${options.page ?? ''} >>`
    objects[content] = stream(
      options.content ?? `BT /F1 24 Tf 72 760 Td (Agreement, page ${index + 1}) Tj ET`,
    )
  }
  return { ...objects, ...options.objects }
}

/** A file with a classic cross-reference table. */
export function samplePdf(options: SampleOptions = {}): Uint8Array {
  return buildPdf(sampleObjects(options), options.trailer)
}

/** A file with an object stream and a cross-reference stream. */
export function compressedPdf(options: SampleOptions = {}): Uint8Array {
  return buildCompressedPdf(sampleObjects(options))
}

/** A form with a filled text field, a checked checkbox and an empty signature field, on the second of two pages. */
export function formPdf(): Uint8Array {
  const widget = (entries: string) => `<< /Type /Annot /Subtype /Widget /F 4 ${entries} >>`
  const appearance = (content: string) =>
    stream(content, '/Type /XObject /Subtype /Form /BBox [0 0 100 20]')
  const objects = sampleObjects({
    pages: 2,
    catalog: '/AcroForm << /Fields [1000 0 R 1001 0 R 1002 0 R] >>',
    objects: {
      1000: widget(
        '/FT /Tx /T (buyer) /V (Jane) /Rect [72 600 172 620] /AP << /N 1003 0 R >> /AA << /K << /S /JavaScript /JS (1) >> >>',
      ),
      1001: widget(
        '/FT /Btn /T (agree) /V /On /AS /On /Rect [72 570 92 590] /AP << /N << /On 1004 0 R /Off 1005 0 R >> >>',
      ),
      1002: widget('/FT /Sig /T (signature) /Rect [72 500 272 550]'),
      1003: appearance('BT /F1 12 Tf 2 5 Td (Jane) Tj ET'),
      1004: appearance('0 0 20 20 re f'),
      1005: appearance(''),
    },
  })
  objects[6] =
    '<< /Type /Page /Parent 2 0 R /Contents 7 0 R /Annots [1000 0 R 1001 0 R 1002 0 R] >>'
  return buildPdf(objects)
}

/** Two layers, the second hidden or not. */
export function layersPdf({ hidden = false } = {}): Uint8Array {
  return samplePdf({
    catalog: `/OCProperties << /OCGs [1000 0 R 1001 0 R] /D << /ON [1000 0 R] /OFF [${hidden ? '1001 0 R' : ''}] >> >>`,
    content: '/OC /L1 BDC 0 0 50 50 re f EMC /OC /L2 BDC 60 0 50 50 re f EMC',
    page: '/Resources << /Font << /F1 3 0 R >> /Properties << /L1 1000 0 R /L2 1001 0 R >> >>',
    objects: {
      1000: '<< /Type /OCG /Name (Text) >>',
      1001: '<< /Type /OCG /Name (Notes) >>',
    },
  })
}

/** Scripts and actions in every usual place, XFA, an attachment, a comment and a web link. */
export function activePdf(): Uint8Array {
  return samplePdf({
    catalog:
      '/OpenAction 1000 0 R /AA << /WC 1000 0 R >> /AcroForm << /Fields [] /XFA 1004 0 R >> ' +
      '/Names << /JavaScript << /Names [(a) 1000 0 R] >> /EmbeddedFiles << /Names [(b) 1003 0 R] >> >>',
    page: '/AA << /O 1000 0 R >> /Annots [1001 0 R 1002 0 R 1005 0 R 1006 0 R]',
    objects: {
      1000: '<< /S /JavaScript /JS (app.alert\\(1\\)) /Next << /S /Launch /F (x) >> >>',
      1001: '<< /Type /Annot /Subtype /Link /Rect [72 700 172 720] /A << /S /URI /URI (https://example.org/) /Next 1000 0 R >> >>',
      1002: '<< /Type /Annot /Subtype /Link /Rect [72 650 172 670] /A 1000 0 R >>',
      1003: '<< /Type /Filespec /F (b.exe) /EF << /F 1004 0 R >> >>',
      1004: stream('MZ', '/Type /EmbeddedFile'),
      1005: '<< /Type /Annot /Subtype /Square /Rect [300 600 400 700] /Contents (No!) /AP << /N 1007 0 R >> >>',
      1006: '<< /Type /Annot /Subtype /FileAttachment /Rect [10 10 20 20] /FS 1003 0 R >>',
      1007: stream('1 0 0 RG 0 0 50 50 re S', '/Type /XObject /Subtype /Form /BBox [0 0 50 50]'),
    },
  })
}

/** Encrypted, with a password to open it. */
export async function encryptedPdf(): Promise<Uint8Array> {
  const pdf = await PDF.load(samplePdf())
  pdf.setProtection({ userPassword: 'user', ownerPassword: 'owner' })
  return pdf.save()
}
