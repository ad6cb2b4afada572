import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { changeOneLetter } from './change-letter.ts'
import { makeTrialPdf, needsPicture } from './trial-pdf.ts'

const MADE_AT_MS = Date.UTC(2026, 4, 3, 10, 20, 30)
const SENTENCE = 'I owe Ana (my sister) 20 € — payable by “Friday”.'

// A white JPEG of 1 × 1 pixel.
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
)

test('every entry of the cross-reference table points at its object', () => {
  const pdf = Buffer.from(makeTrialPdf({ sentence: SENTENCE, madeAtMs: MADE_AT_MS })).toString(
    'latin1',
  )
  const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map((row) => Number(row[1]))
  expect(offsets.map((offset) => pdf.slice(offset, offset + 7))).toEqual(
    offsets.map((_, index) => `${index + 1} 0 obj`),
  )
  expect(pdf.slice(Number(pdf.match(/startxref\n(\d+)/)?.[1])).startsWith('xref\n0 7')).toBe(true)
})

test('PDF tools find one page that contains the typed sentence', () => {
  const pdf = makeTrialPdf({ sentence: SENTENCE, madeAtMs: MADE_AT_MS })
  expect(runPdfTool('pdfinfo', pdf)).toMatch(/Pages: +1\n/)
  expect(runPdfTool('pdftotext', pdf).replace(/\s+/g, ' ')).toContain(SENTENCE)
})

test('the footer has the date in the format of all screens', () => {
  const pdf = makeTrialPdf({ sentence: SENTENCE, madeAtMs: MADE_AT_MS })
  expect(runPdfTool('pdftotext', pdf)).toContain(
    'Made in the browser on May 3, 2026 at 10:20 AM UTC',
  )
})

test('the same sentence and time produce the same bytes', () => {
  const make = () => makeTrialPdf({ sentence: SENTENCE, madeAtMs: MADE_AT_MS })
  expect(make()).toEqual(make())
})

test('a copy with one letter changed differs in exactly one byte', () => {
  const changed = changeOneLetter(SENTENCE)
  const first = makeTrialPdf({ sentence: SENTENCE, madeAtMs: MADE_AT_MS })
  const second = makeTrialPdf({ sentence: changed.sentence, madeAtMs: MADE_AT_MS })
  expect(second.length).toBe(first.length)
  expect(first.filter((byte, index) => byte !== second[index])).toHaveLength(1)
})

test('a long word without spaces stays inside the page', () => {
  const pdf = makeTrialPdf({ sentence: 'W'.repeat(280), madeAtMs: MADE_AT_MS })
  const text = runPdfTool('pdftotext', pdf).replace(/[^W]/g, '')
  expect(text).toHaveLength(280)
  expect(Math.max(...boxes(pdf).map(({ right }) => right))).toBeLessThanOrEqual(595 - 85)
  expect(Math.max(...boxes(pdf).map(({ bottom }) => bottom))).toBeLessThan(842 - 110)
})

test('a sentence in a non-Latin script is rendered as an image with a text layer', () => {
  const sentence = 'Договор подписан 契約 🖋'
  expect(needsPicture(sentence)).toBe(true)
  const picture = { jpeg: new Uint8Array(JPEG), width: 1, height: 1 }
  const pdf = makeTrialPdf({ sentence, madeAtMs: MADE_AT_MS, picture })
  expect(runPdfTool('pdftotext', pdf)).toContain(sentence)
})

test.each([
  ['Pay by Friday', 'Pay bz Friday', 'y', 'z'],
  ['zzz', 'zyz', 'z', 'y'],
  ['19', '18', '9', '8'],
  ['Привет', 'ПриПет', 'в', 'П'],
  ['…', 'x', '…', 'x'],
])('changes one letter of %p into %p', (sentence, changed, from, to) => {
  expect(changeOneLetter(sentence)).toMatchObject({ sentence: changed, from, to })
})

/** The lower right corner of each word, in points from the upper left corner of the page. */
function boxes(pdf: Uint8Array): { right: number; bottom: number }[] {
  const words = runPdfTool('pdftotext', pdf, ['-bbox']).matchAll(/xMax="([\d.]+)" yMax="([\d.]+)"/g)
  return [...words].map(([, right, bottom]) => ({ right: Number(right), bottom: Number(bottom) }))
}

function runPdfTool(tool: string, pdf: Uint8Array, options: string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'trial-pdf-'))
  const path = join(folder, 'trial.pdf')
  writeFileSync(path, pdf)
  try {
    return execFileSync(tool, tool === 'pdftotext' ? [...options, path, '-'] : [path], {
      encoding: 'utf8',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
