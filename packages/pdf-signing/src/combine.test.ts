import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type PDF, PdfArray, type PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { combine, UncombinablePdf } from './combine.ts'
import { formFields } from './pdf/form-fields.ts'
import { arrayOf, dictOf, nameOf, numberOf, refKey, resolve, stringOf } from './pdf/objects.ts'
import { open } from './pdf/open.ts'
import { annotationsOf, pagesOf } from './pdf/pages.ts'
import { prepare } from './prepare.ts'
import { buildPdf, stream } from './testing/build-pdf.ts'
import { foreignPdf } from './testing/foreign-signatures.ts'
import { checkStructure } from './testing/pdf-tools.ts'
import { activePdf, encryptedPdf, formPdf, layersPdf, samplePdf } from './testing/sample-pdfs.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'combine-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What qpdf says of a file without errors. */
const VALID = 'No syntax or stream encoding errors'

async function structureOf(bytes: Uint8Array): Promise<string> {
  const file = join(folder, 'combined.pdf')
  writeFileSync(file, bytes)
  return await checkStructure(file)
}

const part = (bytes: Uint8Array, name = 'Lease.pdf') => ({ bytes, name })

/** Two pages with a link to the second one by its name, a bookmark, a size and resources that they inherit, and tags. */
function linkedPdf(name: string): Uint8Array {
  return samplePdf({
    pages: 2,
    catalog: `/Lang (de) /Names << /Dests 1000 0 R >> /Outlines 1001 0 R
      /StructTreeRoot 1010 0 R /MarkInfo << /Marked true >>`,
    page: '/Annots [1003 0 R 1004 0 R] /StructParents 3 /Rotate 90',
    objects: {
      1000: `<< /Kids [<< /Limits [(target) (target)] /Names [(target) [6 0 R /Fit]] >>] >>`,
      1001: '<< /Type /Outlines /First 1002 0 R /Last 1002 0 R /Count 1 >>',
      1002: `<< /Title (${name}) /Parent 1001 0 R /Dest (target) >>`,
      1003: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (target) /P 4 0 R >>',
      1004: '<< /Type /Annot /Subtype /Link /Rect [9 0 18 9] /A << /S /GoTo /D [4 0 R /Fit] >> >>',
      1010: `<< /Type /StructTreeRoot /K 1011 0 R /ParentTree << /Nums [3 [1011 0 R]] >> /RoleMap << /Clause /${name} >> >>`,
      1011: `<< /Type /StructElem /S /P /P 1010 0 R /Pg 4 0 R /K 0 >>`,
    },
  })
}

/** The number of the page (from 0) to which a destination leads. */
function pageOf(pdf: PDF, destination: PdfObject | undefined): number {
  const [page] = [...((resolve(pdf, destination) as PdfArray | undefined) ?? [])]
  const key = page instanceof PdfRef ? refKey(page) : ''
  return pagesOf(pdf).findIndex(({ ref }) => refKey(ref) === key)
}

const items = (pdf: PDF, parent: PdfDict | undefined): PdfDict[] => {
  const found: PdfDict[] = []
  for (let item = dictOf(pdf, parent, 'First'); item; item = dictOf(pdf, item, 'Next'))
    found.push(item)
  return found
}

describe('two documents', () => {
  let pdf: PDF
  let bytes: Uint8Array
  beforeAll(async () => {
    ;({ bytes } = await combine(
      [part(linkedPdf('Lease'), 'Lease.pdf'), part(linkedPdf('Rules'), 'Hausordnung für alle.pdf')],
      'Lease and rules',
    ))
    pdf = await open(bytes)
  })

  test('become one file without errors, with all pages as they were', async () => {
    expect(await structureOf(bytes)).toContain(VALID)
    expect(pagesOf(pdf).map(({ box, rotation }) => [box.width, box.height, rotation])).toEqual(
      Array(4).fill([595, 842, 90]),
    )
    expect(pdf.getTitle()).toBe('Lease and rules')
  })

  test('have a bookmark each, above their own', () => {
    const documents = items(pdf, dictOf(pdf, pdf.getCatalog(), 'Outlines'))
    const read = (item: PdfDict) => [stringOf(pdf, item, 'Title'), pageOf(pdf, item.get('Dest'))]
    expect(documents.map(read)).toEqual([
      ['Lease.pdf', 0],
      ['Hausordnung für alle.pdf', 2],
    ])
    for (const item of documents)
      for (const below of items(pdf, item)) expect(dictOf(pdf, below, 'Parent')).toBe(item)
    expect(documents.map((item) => items(pdf, item).map(read))).toEqual([
      [['Lease', 1]],
      [['Rules', 3]],
    ])
  })

  test('have links that lead to their own pages, by name too', () => {
    const targets = pagesOf(pdf).map(({ dict }) =>
      annotationsOf(pdf, dict).map(({ dict: link }) =>
        pageOf(pdf, link.get('Dest') ?? dictOf(pdf, link, 'A')?.get('D')),
      ),
    )
    expect(targets).toEqual([
      [1, 0],
      [1, 0],
      [3, 2],
      [3, 2],
    ])
    const [first] = annotationsOf(pdf, pagesOf(pdf)[2]?.dict as PdfDict)
    expect(pageOf(pdf, new PdfArray([first?.dict.get('P') as PdfObject]))).toBe(2)
  })

  test('have one structure, with an element for each document in its language', () => {
    const root = dictOf(pdf, pdf.getCatalog(), 'StructTreeRoot')
    const documents = [...(arrayOf(pdf, root, 'K') ?? [])].map(
      (item) => resolve(pdf, item) as PdfDict,
    )
    expect(documents.map((item) => stringOf(pdf, item, 'Lang'))).toEqual(['de', 'de'])
    const paragraphs = documents.map((item) => dictOf(pdf, item, 'K'))
    expect(paragraphs.map((item) => nameOf(pdf, item, 'S'))).toEqual(['P', 'P'])
    expect(paragraphs.map((item) => dictOf(pdf, item, 'P'))).toEqual(documents)
    expect(pagesOf(pdf).map(({ dict }) => numberOf(pdf, dict, 'StructParents'))).toEqual([
      3, 3, 7, 7,
    ])
    const entries = [...(arrayOf(pdf, dictOf(pdf, root, 'ParentTree'), 'Nums') ?? [])]
    const parents = (at: number) =>
      resolve(pdf, (resolve(pdf, entries[at]) as PdfArray | undefined)?.at(0))
    expect([parents(1), parents(3)]).toEqual(paragraphs)
    expect(nameOf(pdf, dictOf(pdf, root, 'RoleMap'), 'Clause')).toBe('Lease')
  })

  test('can be prepared for signatures, and are then still without errors', async () => {
    const prepared = await prepare(bytes, { signers: [[]], preparedAt: new Date(0) })
    expect(await structureOf(prepared.bytes)).toContain(VALID)
    expect(pagesOf(await open(prepared.bytes))).toHaveLength(4)
  })
})

test('forms keep their fields and values, also where both have the same names', async () => {
  const pdf = await open((await combine([part(formPdf()), part(formPdf())], 'Forms')).bytes)
  const fields = formFields(pdf)
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ['1.buyer', 'Tx'],
    ['1.agree', 'Btn'],
    ['1.signature', 'Sig'],
    ['2.buyer', 'Tx'],
    ['2.agree', 'Btn'],
    ['2.signature', 'Sig'],
  ])
  expect(stringOf(pdf, fields[3]?.dict, 'V')).toBe('Jane')
  const shown = pagesOf(pdf).flatMap(({ dict }) => annotationsOf(pdf, dict))
  const keys = (refs: (PdfRef | null)[]) => refs.map((ref) => ref && refKey(ref))
  expect(keys(shown.map(({ ref }) => ref))).toEqual(keys(fields.map(({ ref }) => ref)))
})

test('values that nothing draws are drawn when the combined file is prepared', async () => {
  const form = (entries: string) =>
    samplePdf({
      catalog: `/AcroForm << /Fields [1000 0 R] /DA (/F1 12 Tf) /DR << /Font << /F1 3 0 R >> >> ${entries} >>`,
      page: '/Annots [1000 0 R]',
      objects: {
        1000: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Jane) /Rect [72 600 172 620] /F 4 >>',
      },
    })
  const { bytes } = await combine([part(samplePdf()), part(form('/NeedAppearances true'))], 'Form')
  const pdf = await open(bytes)
  const [field] = formFields(pdf)
  const parent = dictOf(pdf, field?.dict, 'Parent')
  expect([field?.name, stringOf(pdf, parent, 'DA')]).toEqual(['2.a', '/F1 12 Tf'])
  const acroForm = dictOf(pdf, pdf.getCatalog(), 'AcroForm')
  expect(resolve(pdf, acroForm?.get('NeedAppearances'))).toMatchObject({ value: true })
  expect(dictOf(pdf, dictOf(pdf, acroForm, 'DR'), 'Font')?.has('F1')).toBe(true)
  const prepared = await open(
    (await prepare(bytes, { signers: [[]], preparedAt: new Date(0) })).bytes,
  )
  const page = pagesOf(prepared)[1]?.dict
  const drawings = dictOf(prepared, dictOf(prepared, page, 'Resources'), 'XObject')
  expect([...(drawings?.keys() ?? [])].map(({ value }) => value)).toEqual(['Flattened0'])
})

test('without tags in every document, the file has none', async () => {
  const pdf = await open((await combine([part(linkedPdf('A')), part(samplePdf())], 'Mixed')).bytes)
  expect([pdf.getCatalog().has('StructTreeRoot'), pdf.getCatalog().has('MarkInfo')]).toEqual([
    false,
    false,
  ])
})

test('scripts, attached files and metadata are left out', async () => {
  const upload = samplePdf({
    catalog:
      '/OpenAction << /S /JavaScript /JS (1) >> /Metadata 1000 0 R /Names << /EmbeddedFiles << /Names [(a) 1001 0 R] >> >>',
    trailer: '/Info << /Author (Somebody) >>',
    objects: { 1000: stream('secret', '/Type /Metadata'), 1001: '<< /Type /Filespec /F (a) >>' },
  })
  const { bytes, leftOut } = await combine([part(upload), part(upload)], 'Plain')
  const text = Buffer.from(bytes).toString('latin1')
  for (const absent of ['JavaScript', 'secret', 'Filespec', 'Somebody'])
    expect(text).not.toContain(absent)
  expect(leftOut).toEqual(['actions', 'scripts'])
})

test('reports what only one of the documents contains, but not what is copied with its pages', async () => {
  const { leftOut } = await combine([part(samplePdf()), part(activePdf())], 'Active')
  expect(leftOut).toEqual(['actions', 'attachments', 'scripts', 'xfa'])
})

test('a chain of 20,000 objects is copied', async () => {
  const objects: Record<number, string> = {}
  for (let index = 1000; index < 21_000; index++)
    objects[index] = `<< /Type /Annot /Subtype /Link /Rect [0 0 1 1] /Next ${index + 1} 0 R >>`
  const upload = samplePdf({ page: '/Annots [1000 0 R]', objects })
  const pdf = await open((await combine([part(samplePdf()), part(upload)], 'Chain')).bytes)
  expect(pdf.getPageCount()).toBe(2)
})

test('a reference to a page that is not in the list of pages leads nowhere', async () => {
  const upload = samplePdf({
    page: '/Annots [1000 0 R]',
    objects: {
      1000: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [1001 0 R /Fit] /P 4 0 R >>',
      1001: `<< /Type /Page /Parent 2 0 R /Contents 1002 0 R >>`,
      1002: stream('BT (hidden page) Tj ET'),
    },
  })
  const { bytes } = await combine([part(upload), part(samplePdf())], 'Pages')
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('hidden page')
})

test.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
  ['a damaged file', () => samplePdf().slice(0, 300), 'unreadable'],
  ['a protected file', () => encryptedPdf(), 'encrypted'],
  [
    'a file without pages',
    () =>
      buildPdf({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 0 /Kids [] >>',
      }),
    'no-pages',
  ],
  ['a signed file', () => foreignPdf(), 'already-signed'],
  ['a file with hidden layers', () => layersPdf({ hidden: true }), 'hidden-layers'],
])('%s is refused, and named', async (_, make, code) => {
  const parts = [part(samplePdf()), part(await make())]
  const error = await combine(parts, 'Refused').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UncombinablePdf)
  expect(error).toMatchObject({ code, part: 1 })
})
