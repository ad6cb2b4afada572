import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { open } from '../pdf/open.ts'
import { checkStructure, describePdf, rightEdgeOf, textOfPdf } from '../testing/pdf-tools.ts'
import type { Report, ReportSection } from './report.ts'
import { toFontRuns } from './report-fonts.ts'
import { writeReport } from './write-report.ts'

const AT = new Date('2026-11-28T12:00:00Z')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterAll(() => rm(folder, { recursive: true }))

const report = (...sections: ReportSection[]): Report => ({
  language: 'en',
  title: 'Signing record',
  subtitle: 'Lease of the workshop',
  missingCharacters: 'Some are written as code points.',
  footer: 'Request 1',
  createdAt: AT,
  sections,
  attachment: {
    name: 'evidence.json',
    description: 'Evidence',
    data: Buffer.from('{"a":"ä"}'),
  },
})

test('contains all texts in their order, the attached file, the title and the language', async () => {
  const bytes = await writeReport(
    report(
      {
        heading: 'Request',
        facts: [{ label: 'Digest', value: 'ab'.repeat(80), isCode: true, note: 'What it is' }],
      },
      { heading: 'People', items: [{ title: 'Ann', facts: [{ label: 'Role', value: 'Signer' }] }] },
      {
        heading: 'History',
        paragraphs: ['Each step has an entry.'],
        table: {
          columns: ['Time', 'Step', 'Entry'],
          rows: [['12:00', `Ann signed. ${'x'.repeat(150)} ${'Long words '.repeat(9)}`, '7']],
        },
      },
    ),
  )
  const file = join(folder, 'report.pdf')
  await writeFile(file, bytes)
  await checkStructure(file)
  const text = await textOfPdf(bytes)
  // Nothing is missing.
  expect(text).not.toContain('Some are written as code points.')
  const words = [
    'Signing record',
    'Request',
    'Digest',
    'What it is',
    'People',
    'Ann',
    'Signer',
    'Each step',
    '7',
  ]
  const places = words.map((word) => text.indexOf(word))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(text.replace(/\s/g, '')).toContain('x'.repeat(150))
  // A long digest is broken, not cut off.
  expect(text.replace(/\s/g, '')).toContain('ab'.repeat(80))
  const pdf = await open(bytes)
  expect(Buffer.from(pdf.getAttachment('evidence.json') ?? []).toString()).toBe('{"a":"ä"}')
  expect(pdf.getLanguage()).toBe('en')
  expect(await describePdf(file)).toContain('Signing record: Lease of the workshop')
})

test('a long table continues on further pages, with its columns named on each', async () => {
  const rows = Array.from({ length: 120 }, (_, i): [string, string, string] => [
    '12:00',
    `Step ${i} of a person with a long name, which takes a second line of the table at this width`,
    String(i),
  ])
  const table = { columns: ['Time', 'What happened', 'Entry'] as [string, string, string], rows }
  const bytes = await writeReport(report({ heading: 'History', table }))
  const pages = (await textOfPdf(bytes)).split('\f').slice(0, -1)
  expect(pages.length).toBeGreaterThan(3)
  for (const [i, page] of pages.entries()) {
    expect(page).toContain('What happened')
    expect(page).toContain(`${i + 1}/${pages.length}`)
  }
  expect(pages.join().match(/Step \d+ of/g)).toHaveLength(120)
})

test.each([34, 45, 90])(
  'a word of %d wide letters stays on the page, wherever it is',
  async (length) => {
    const word = 'W'.repeat(length)
    const facts = [{ label: 'Name', value: word }]
    const row: [string, string, string] = ['2026-11-28 12:00:00', `${word} signed.`, '1234567']
    const table = { columns: ['Time', 'Step', 'Entry'] as [string, string, string], rows: [row] }
    const section = { heading: 'People', paragraphs: [word], facts, table }
    const items = [{ title: word, facts }]
    const bytes = await writeReport({ ...report({ ...section, items }), subtitle: word })
    // A4 without the margin.
    expect(await rightEdgeOf(bytes)).toBeLessThan(595.28 - 55)
  },
)

test('a heading and the text below it are on one page', async () => {
  const end = 'of the last line'
  const history = {
    heading: 'History',
    paragraphs: [`${'Each step has an entry. '.repeat(40)}${end}`],
  }
  // They start lower and lower on the page, until they start on the next one.
  for (let count = 23; count < 29; count += 1) {
    const facts = Array.from({ length: count }, () => ({ label: 'Role', value: 'Signer' }))
    const pages = (
      await textOfPdf(await writeReport(report({ heading: 'People', facts }, history)))
    )
      .replace(/[^\S\f]+/g, ' ')
      .split('\f')
    const pageOf = (text: string) => pages.findIndex((page) => page.includes(text))
    expect(pageOf(end)).toBe(pageOf('History'))
    expect(pageOf('History')).not.toBe(-1)
  }
})

test('texts of several scripts are drawn, and what no font has is written as its code point', async () => {
  expect(toFontRuns('Łu Ἀθῆναι Привет नेहा Հայ 東é')).toEqual([
    { text: 'Łu Ἀθῆναι Привет नेहा ', font: 'noto' },
    { text: 'Հայ ', font: 'dejaVu' },
    { text: '[U+6771]é', font: 'noto' },
  ])
  // Arabic would be drawn letter by letter, and an emoji has no glyph.
  expect(toFontRuns('م👩').map(({ text }) => text)).toEqual(['[U+0645][U+1F469]'])
  const bytes = await writeReport(report({ heading: 'Łu Привет Հայ 東' }))
  const text = await textOfPdf(bytes)
  expect(text).toContain('Łu Привет Հայ [U+6771]')
  expect(text).toContain('Some are written as code points.')
})

test('a text that looks like markup, an address or a path is only text', async () => {
  const texts = ['<b>x</b>', 'https://127.0.0.1:1/a.png', '/etc/passwd', 'data:text/plain,x']
  const facts = texts.map((value) => ({ label: 'Name', value }))
  const bytes = await writeReport(report({ heading: 'Request', facts }))
  const text = await textOfPdf(bytes)
  for (const value of texts) expect(text).toContain(value)
})
