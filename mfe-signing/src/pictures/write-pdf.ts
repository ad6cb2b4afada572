/** Writes a PDF file (ISO 32000-2) with one picture per page. */
import type { Orientation } from './jpeg.ts'
import { imageMatrix, isTurned, layOut, type Paper } from './page-layout.ts'

/** A picture as an image of a PDF file. */
export type PdfImage = {
  /** In pixels, as stored: before `orientation` is applied. */
  width: number
  height: number
  orientation: Orientation
  isGray: boolean
  /** `jpeg`: a whole file. `png-rows`: compressed by zlib, each row after the number of its PNG filter; 8 bits per color. */
  encoding: 'jpeg' | 'png-rows'
  data: Blob
}

export type PdfTexts = {
  title: string
  /** BCP 47; of the descriptions. */
  language: string
  /** What screen readers say instead of each picture. */
  descriptions: readonly string[]
}

/** Numbers of the objects that each file has; four objects per page follow. */
const [CATALOG, PAGES, INFO, STRUCTURE, DOCUMENT, FIRST_PAGE] = [1, 2, 3, 4, 5, 6] as const
const OBJECTS_PER_PAGE = 4

/** The content of an object. */
type Content = string | Blob
/** Of a dictionary, as they are written. */
type Entries = Record<string, string | number>

/** The file is tagged: each picture is a figure with its description. */
export function writePdf(images: readonly PdfImage[], paper: Paper, texts: PdfTexts): Blob {
  const numbers = images.map((_, index) => FIRST_PAGE + index * OBJECTS_PER_PAGE)
  const figures = numbers.map((page) => reference(page + 3))
  const objects: Content[] = [
    dict({
      Type: '/Catalog',
      Pages: reference(PAGES),
      Lang: textString(texts.language),
      MarkInfo: dict({ Marked: 'true' }),
      StructTreeRoot: reference(STRUCTURE),
      ViewerPreferences: dict({ DisplayDocTitle: 'true' }),
    }),
    dict({ Type: '/Pages', Count: images.length, Kids: list(numbers.map(reference)) }),
    dict({ Title: textString(texts.title) }),
    dict({
      Type: '/StructTreeRoot',
      K: reference(DOCUMENT),
      ParentTreeNextKey: images.length,
      ParentTree: dict({
        Nums: list(figures.map((figure, index) => `${index} ${list([figure])}`)),
      }),
    }),
    dict({ Type: '/StructElem', S: '/Document', P: reference(STRUCTURE), K: list(figures) }),
    ...images.flatMap((image, index) =>
      pageObjects(image, index, paper, texts.descriptions[index] ?? ''),
    ),
  ]
  return writeFile(objects)
}

/** A page, its content, its image and its figure, in the order of their numbers. */
function pageObjects(image: PdfImage, index: number, paper: Paper, description: string): Content[] {
  const number = FIRST_PAGE + index * OBJECTS_PER_PAGE
  const { width, height, orientation } = image
  const [shownWidth, shownHeight] = isTurned(orientation) ? [height, width] : [width, height]
  const { page, picture } = layOut(shownWidth, shownHeight, paper)
  const matrix = imageMatrix(picture, orientation).map(decimal).join(' ')
  const content = new Blob([`/Figure << /MCID 0 >> BDC q ${matrix} cm /Im0 Do Q EMC`])
  const box = [picture.x, picture.y, picture.x + picture.width, picture.y + picture.height]
  return [
    dict({
      Type: '/Page',
      Parent: reference(PAGES),
      MediaBox: list([0, 0, page.width, page.height].map(decimal)),
      Resources: dict({ XObject: dict({ Im0: reference(number + 2) }) }),
      Contents: reference(number + 1),
      StructParents: index,
      Tabs: '/S',
    }),
    stream({}, content),
    stream(imageEntries(image), image.data),
    dict({
      Type: '/StructElem',
      S: '/Figure',
      P: reference(DOCUMENT),
      Pg: reference(number),
      K: 0,
      Alt: textString(description),
      A: dict({ O: '/Layout', Placement: '/Block', BBox: list(box.map(decimal)) }),
    }),
  ]
}

function imageEntries({ width, height, isGray, encoding }: PdfImage): Entries {
  const bits = { BitsPerComponent: 8 }
  const rows = { Predictor: 15, Colors: isGray ? 1 : 3, Columns: width, ...bits }
  return {
    Type: '/XObject',
    Subtype: '/Image',
    Width: width,
    Height: height,
    ColorSpace: isGray ? '/DeviceGray' : '/DeviceRGB',
    ...bits,
    ...(encoding === 'jpeg'
      ? { Filter: '/DCTDecode' }
      : { Filter: '/FlateDecode', DecodeParms: dict(rows) }),
  }
}

function stream(entries: Entries, data: Blob): Content {
  return new Blob([dict({ ...entries, Length: data.size }), '\nstream\n', data, '\nendstream'])
}

/** Objects are numbered from 1. The table of their offsets has entries of exactly 20 bytes (7.5.4). */
function writeFile(objects: readonly Content[]): Blob {
  // The comment of bytes above 127 marks the file as binary (7.5.2).
  const parts: Blob[] = [new Blob(['%PDF-1.7\n%', new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3]), '\n'])]
  let length = parts[0]?.size ?? 0
  const entries = ['0000000000 65535 f \n']
  objects.forEach((content, index) => {
    entries.push(`${String(length).padStart(10, '0')} 00000 n \n`)
    const part = new Blob([`${index + 1} 0 obj\n`, content, '\nendobj\n'])
    length += part.size
    parts.push(part)
  })
  const size = objects.length + 1
  const trailer = dict({ Size: size, Root: reference(CATALOG), Info: reference(INFO) })
  const table = `xref\n0 ${size}\n${entries.join('')}trailer\n${trailer}\n`
  const end = `${table}startxref\n${length}\n%%EOF\n`
  return new Blob([...parts, end], { type: 'application/pdf' })
}

function reference(number: number): string {
  return `${number} 0 R`
}

function dict(entries: Entries): string {
  return `<< ${Object.entries(entries)
    .map(([key, value]) => `/${key} ${value} `)
    .join('')}>>`
}

function list(values: readonly string[]): string {
  return `[${values.join(' ')}]`
}

function decimal(value: number): string {
  return String(Number(value.toFixed(3)))
}

/** UTF-16BE in hexadecimal digits (7.9.2.2), so that nothing has to be escaped. */
function textString(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, '0'),
  )
  return `<feff${units.join('')}>`
}
