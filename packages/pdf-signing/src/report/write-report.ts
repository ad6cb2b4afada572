/** Writes a report as a PDF on A4. */
import { LOGO_DROP, LOGO_LINES } from '@inkproof/graphics/logo-mark'
import pdfmake, {
  type Content,
  type DocumentDefinition,
  type Style,
  type TableLayout,
} from 'pdfmake'
import type { Report, ReportFact, ReportItem, ReportSection, ReportTable } from './report.ts'
import {
  fontPath,
  hasMissingCharacters,
  REPORT_FONTS,
  type ReportFont,
  toFontRuns,
} from './report-fonts.ts'

/** Returns the PDF. The same report gives the same pages. */
export async function writeReport(report: Report): Promise<Uint8Array> {
  const fonts = Object.keys(REPORT_FONTS).map(
    (font) => [font, filesOf(font as ReportFont)] as const,
  )
  const paths = new Set(fonts.flatMap(([, files]) => Object.values(files)))
  // A report contains no address or path of a file. If it did, nothing would be read.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => paths.has(path))
  pdfmake.setFonts(Object.fromEntries(fonts))
  return new Uint8Array(await pdfmake.createPdf(describe(report)).getBuffer())
}

const INK = '#14161f'
const MUTED = '#5b6070'
const LINE = '#d9dbe3'
const ACCENT = '#2a4bd7'
/** In points. */
const MARGIN = 56
const LABEL_WIDTH = 118
const HEADINGS = ['title', 'heading']

function describe(report: Report): DocumentDefinition {
  const { attachment, createdAt, footer, language, sections, subtitle, title } = report
  const data = Buffer.from(attachment.data).toString('base64')
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, 64],
    version: '1.7',
    displayTitle: true,
    language,
    info: { title: `${title}: ${subtitle}`, creationDate: createdAt, modDate: createdAt },
    defaultStyle: { font: 'noto', fontSize: 9, lineHeight: 1.25, color: INK },
    styles: {
      title: { fontSize: 22, bold: true, lineHeight: 1.1 },
      heading: { fontSize: 12.5, bold: true, lineHeight: 1.1 },
    },
    files: {
      [attachment.name]: {
        src: `data:application/json;base64,${data}`,
        name: attachment.name,
        description: attachment.description,
        creationDate: createdAt,
        modifiedDate: createdAt,
      },
    },
    content: [
      makeHead(title, subtitle),
      ...(hasMissing([title, subtitle, footer, sections])
        ? [makeNote(report.missingCharacters)]
        : []),
      ...sections.map((section, index) => makeSection(section, index > 0)),
    ],
    footer: (page, pages) => makeFoot(footer, `${page}/${pages}`),
    // A heading does not stand alone at the foot of a page.
    pageBreakBefore: (node, nodes) =>
      HEADINGS.includes(String(node.style)) &&
      nodes.getFollowingNodesOnPage().length === 0 &&
      node.pageNumbers.length === 1 &&
      nodes.getNodesOnNextPage().length > 0,
  }
}

function filesOf(font: ReportFont) {
  return { normal: fontPath(font, 'normal'), bold: fontPath(font, 'bold') }
}

function makeHead(title: string, subtitle: string): Content {
  const path = `fill="none" stroke="${INK}" stroke-width="2.1" stroke-linecap="round"`
  const mark = `<svg viewBox="0 0 32 32"><path d="${LOGO_LINES}" ${path}/><path d="${LOGO_DROP}" fill="${ACCENT}"/></svg>`
  return {
    columns: [
      { svg: mark, width: 30 },
      {
        stack: [
          { text: toFontRuns(title), style: 'title' },
          {
            text: toFontRuns(subtitle),
            ...{ fontSize: 11, color: MUTED, margin: [0, 3, 0, 0] },
            ...breakLongWords(subtitle),
          },
        ],
        width: '*',
      },
    ],
    columnGap: 14,
    margin: [0, 0, 0, 18],
  }
}

/** A sentence between the head and the first section. */
function makeNote(text: string): Content {
  return { text: toFontRuns(text), margin: [0, 0, 0, 16] }
}

function makeFoot(footer: string, page: string): Content {
  return {
    columns: [
      { text: toFontRuns(footer), width: '*' },
      { text: page, width: 'auto' },
    ],
    columnGap: 12,
    fontSize: 7.5,
    color: MUTED,
    margin: [MARGIN, 22, MARGIN, 0],
  }
}

function makeSection(section: ReportSection, isRuled: boolean): Content {
  const { facts = [], heading, items = [], paragraphs = [], table } = section
  return {
    stack: [
      {
        stack: [
          { text: toFontRuns(heading), style: 'heading', margin: [0, isRuled ? 20 : 0, 0, 7] },
          ...paragraphs.map(makeParagraph),
        ],
        // A text of a few lines is not divided between pages.
        unbreakable: paragraphs.length > 0,
      },
      ...(facts.length > 0 ? [makeFacts(facts)] : []),
      ...items.map(makeItem),
      ...(table ? [makeTable(table)] : []),
    ],
  }
}

function makeParagraph(text: string): Content {
  return { text: toFontRuns(text), margin: [0, 0, 0, 5], ...breakLongWords(text) }
}

function makeItem({ facts, title }: ReportItem): Content {
  return {
    stack: [
      {
        text: toFontRuns(title),
        ...{ bold: true, fontSize: 10, margin: [0, 0, 0, 2] },
        ...breakLongWords(title),
      },
      makeFacts(facts),
    ],
    margin: [0, 0, 0, 12],
    // An item with many facts would otherwise never fit on a page.
    unbreakable: facts.length <= 20,
  }
}

function makeFacts(facts: ReportFact[]): Content {
  return {
    table: {
      widths: [LABEL_WIDTH, '*'],
      dontBreakRows: true,
      body: facts.map((fact) => [{ text: toFontRuns(fact.label), color: MUTED }, makeValue(fact)]),
    },
    layout: RULED,
  }
}

function makeValue({ isCode = false, note, value }: ReportFact): Content {
  const content: Content = {
    text: toFontRuns(value),
    ...(isCode && { fontSize: 7.5, lineHeight: 1.5 }),
    ...breakLongWords(value),
  }
  return note === undefined
    ? content
    : { stack: [content, { text: toFontRuns(note), color: MUTED, fontSize: 8 }] }
}

/** Whether a text, or one in a list or an object, has a character that no font draws. */
function hasMissing(content: unknown): boolean {
  if (typeof content === 'string') return hasMissingCharacters(content)
  if (typeof content !== 'object' || content === null) return false
  return Object.values(content).some(hasMissing)
}

function makeTable({ columns, rows }: ReportTable): Content {
  const toCells = (texts: readonly string[], style: { bold?: true; color?: string }) =>
    texts.map((text, index) => ({
      text: toFontRuns(text),
      noWrap: index !== 1,
      ...(index === 1 && breakLongWords(text)),
      ...(index === 2 && { alignment: 'right' as const }),
      ...style,
    }))
  return {
    table: {
      headerRows: 1,
      widths: ['auto', '*', 'auto'],
      dontBreakRows: true,
      body: [toCells(columns, { color: MUTED }), ...rows.map((row) => toCells(row, {}))],
    },
    layout: RULED,
  }
}

/**
 * A digest or a long address is broken anywhere; all other texts only between words. 34 of the widest letters fit into the
 * narrowest column.
 */
function breakLongWords(text: string): Pick<Style, 'wordBreak'> {
  return /\S{35}/.test(text) ? { wordBreak: 'break-all' } : {}
}

/** A thin line below each row. */
const RULED: TableLayout = {
  hLineWidth: (index, { table }) => (index === 0 || index === table.body.length ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: (index) => (index === 0 ? 0 : 8),
  paddingRight: () => 0,
  paddingTop: () => 3.5,
  paddingBottom: () => 3.5,
}
