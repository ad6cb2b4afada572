import { formatUtc } from '@inkproof/texts/format-utc'
import { ascii, concatBytes, streamObject, writePdf } from './pdf-objects.ts'
import { timesWidth, toWinAnsi } from './win-ansi.ts'

/** The input of a trial document. The same input produces the same bytes. */
export type TrialDocument = {
  sentence: string
  madeAtMs: number
  /** JPEG of the sentence, required if {@link needsPicture} returns true. */
  picture?: SentencePicture
}

/** The sentence as drawn by the browser, and the picture's size in pixels. */
export type SentencePicture = { jpeg: Uint8Array; width: number; height: number }

// A4 in points, and its margin.
const PAGE = { width: 595, height: 842, margin: 85 }
const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin
const TEXT_TOP = 620
/** Height from the first line of text to the rule above the footer. */
const MAX_TEXT_HEIGHT = 440
/** Font sizes; the largest one that fits is used. */
const FONT_SIZES = [28, 22, 17, 13]
const LINE_HEIGHT = 1.36

const FOOTER_PREFIX = 'Made in the browser on'

/** Whether the sentence has letters outside WinAnsi, the encoding of the standard PDF fonts. */
export function needsPicture(sentence: string): boolean {
  return toWinAnsi(sentence) === null
}

/** Creates a one-page PDF of the sentence with selectable, searchable text. */
export function makeTrialPdf(document: TrialDocument): Uint8Array<ArrayBuffer> {
  const drawn =
    document.picture === undefined ? textContent(document.sentence) : pictureContent(document)
  const footer = `${FOOTER_PREFIX} ${formatUtc(document.madeAtMs)}`
  const content = concatBytes([ascii(frame(footer)), drawn.content])
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R ${drawn.fonts} >> ${drawn.images} >> >>`
  return writePdf([
    ascii('<< /Type /Catalog /Pages 2 0 R >>'),
    ascii('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    ascii(page),
    streamObject('', content),
    ascii('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>'),
    ...drawn.objects,
    ascii(
      `<< /Title (Trial document) /Producer (Inkproof) /CreationDate (${pdfDate(document.madeAtMs)}) >>`,
    ),
  ])
}

type Drawn = { content: Uint8Array; fonts: string; images: string; objects: Uint8Array[] }

function frame(footer: string): string {
  const { margin, width } = PAGE
  return (
    `0.75 w 0.55 0.6 0.7 RG ${margin} 690 m ${width - margin} 690 l S ` +
    `${margin} 150 m ${width - margin} 150 l S\n` +
    `0.4 0.45 0.55 rg BT /F1 12 Tf ${margin} 704 Td (Trial document) Tj ET\n` +
    `BT /F1 10 Tf ${margin} 130 Td (${footer}) Tj ET\n0.08 0.1 0.16 rg\n`
  )
}

function textContent(sentence: string): Drawn {
  const { size, lines } = fitToPage(sentence)
  const leading = Math.round(size * LINE_HEIGHT)
  const encodedLines = lines.map((line) =>
    concatBytes([ascii('('), escapeText(toWinAnsi(line) ?? ascii('?')), ascii(") '\n")]),
  )
  const start = `BT /F1 ${size} Tf ${leading} TL ${PAGE.margin} ${TEXT_TOP + leading} Td\n`
  return {
    content: concatBytes([ascii(start), ...encodedLines, ascii('ET\n')]),
    fonts: '',
    images: '',
    objects: [],
  }
}

function fitToPage(sentence: string): { size: number; lines: string[] } {
  const layouts = FONT_SIZES.map((size) => ({ size, lines: wrap(sentence, size) }))
  const fitting = layouts.find(
    ({ size, lines }) => lines.length * size * LINE_HEIGHT <= MAX_TEXT_HEIGHT,
  )
  return fitting ?? { size: 10, lines: wrap(sentence, 10) }
}

function wrap(sentence: string, size: number): string[] {
  const fits = (text: string) => (timesWidth(text) * size) / 1000 <= TEXT_WIDTH
  const lines: string[] = []
  for (const word of sentence.split(/\s+/).flatMap((word) => breakWord(word, fits))) {
    const last = lines.at(-1)
    const joined = `${last} ${word}`
    if (last !== undefined && fits(joined)) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines
}

/** Breaks a word that is longer than a line at any character. */
function breakWord(word: string, fits: (text: string) => boolean): string[] {
  const broken = ['']
  for (const character of word) {
    const longer = `${broken.at(-1)}${character}`
    if (fits(longer)) broken[broken.length - 1] = longer
    else broken.push(character)
  }
  return broken
}

function escapeText(bytes: Uint8Array): Uint8Array {
  const special = new Set(ascii('()\\'))
  return Uint8Array.from([...bytes].flatMap((byte) => (special.has(byte) ? [0x5c, byte] : [byte])))
}

/** Shows the sentence as a picture, with the same text as an invisible, selectable layer on top. */
function pictureContent({ sentence, picture }: TrialDocument): Drawn {
  if (picture === undefined) throw new Error('this sentence needs a picture')
  const characters = [...sentence]
  const codes = characters.map((_, index) => hex4(index + 1)).join('')
  const scale = Math.min(TEXT_WIDTH / picture.width, MAX_TEXT_HEIGHT / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale].map(Math.round)
  const bottom = TEXT_TOP + 28 - (height ?? 0)
  const drawImage = `q ${width} 0 0 ${height} ${PAGE.margin} ${bottom} cm /I1 Do Q\n`
  const invisibleText = `BT 3 Tr /F2 12 Tf ${PAGE.margin} ${TEXT_TOP} Td <${codes}> Tj ET\n`
  return {
    content: ascii(drawImage + invisibleText),
    fonts: '/F2 6 0 R',
    images: '/XObject << /I1 9 0 R >>',
    objects: [...invisibleFont(characters), jpegObject(picture)],
  }
}

function invisibleFont(characters: readonly string[]): Uint8Array[] {
  return [
    ascii(
      '<< /Type /Font /Subtype /Type0 /BaseFont /Unseen /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>',
    ),
    ascii(
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Unseen /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor << /Type /FontDescriptor /FontName /Unseen /Flags 4 /FontBBox [0 0 500 800] /ItalicAngle 0 /Ascent 800 /Descent 0 /CapHeight 800 /StemV 80 >> >>',
    ),
    streamObject('', ascii(toUnicode(characters))),
  ]
}

function toUnicode(characters: readonly string[]): string {
  const rows = characters.map((character, index) => `<${hex4(index + 1)}> <${utf16(character)}>`)
  const blocks: string[] = []
  // At most 100 rows per block (Adobe technical note 5014).
  for (let start = 0; start < rows.length; start += 100) {
    const block = rows.slice(start, start + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Unseen def /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n${blocks.join('\n')}\nendcmap CMapName currentdict /CMap defineresource pop end end`
}

function jpegObject({ jpeg, width, height }: SentencePicture): Uint8Array {
  return streamObject(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    jpeg,
  )
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, '0').toUpperCase()
}

function utf16(character: string): string {
  return Array.from({ length: character.length }, (_, index) =>
    hex4(character.charCodeAt(index)),
  ).join('')
}

function pdfDate(ms: number): string {
  return `D:${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)}Z`
}
