/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import { readContent } from '@inkproof/pdf-signing/read-content'
import { buildPdf } from '@inkproof/pdf-signing/testing/build-pdf'
import { activePdf, sampleObjects, samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReadJob } from '../combining/read-content.ts'
import { ContentNotices } from './content-notices.tsx'
import type { Draft } from './draft.ts'
import { DRAFT_DEFAULTS } from './migrate-draft.ts'

afterEach(cleanup)

/** Reads the file in this thread, because jsdom has no workers. */
class InThreadWorker extends EventTarget {
  static answered = 0

  async postMessage({ file }: ReadJob): Promise<void> {
    const data = await readContent(new Uint8Array(await file.arrayBuffer())).then(
      (content) => ({ type: 'read', content }),
      () => ({ type: 'refused', code: null, part: null }),
    )
    this.dispatchEvent(new MessageEvent('message', { data }))
    InThreadWorker.answered += 1
  }

  terminate(): void {}
}

async function show(bytes: Uint8Array, change: Partial<Draft> = {}) {
  Object.assign(globalThis, { Worker: InThreadWorker })
  InThreadWorker.answered = 0
  const draft = { ...DRAFT_DEFAULTS, recipients: [], fields: [], ...change } as unknown as Draft
  render(<ContentNotices draft={draft} file={new File([bytes as never], 'Plan.pdf')} />)
  await waitFor(() => expect(InThreadWorker.answered).toBe(1))
}

/** A page whose text is in these fonts, which the file does not contain. */
function pdfWithFonts(...names: string[]): Uint8Array {
  const fonts = names.map((name) => `<< /Type /Font /Subtype /TrueType /BaseFont /${name} >>`)
  const objects = sampleObjects({ page: `/Fonts [${fonts.join(' ')}]` })
  return buildPdf(objects)
}

const texts = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)

test('an ordinary file needs no notice', async () => {
  await show(samplePdf())
  expect(texts()).toEqual([])
})

test('names what is left out, and what becomes part of the pages', async () => {
  await show(activePdf())
  expect(await screen.findAllByRole('status')).toHaveLength(2)
  expect(texts()).toEqual([
    'Not everything in this file is signedLeft out: attached files, scripts, and an interactive form (XFA).',
    'This file has commentsThey become part of its pages. To leave them out, remove them from the file and choose it again.',
  ])
})

test('a signed file stays as it is', async () => {
  await show(activePdf(), { signedBefore: { signatures: 1, canShow: true } })
  expect(texts()).toEqual([])
})

test('names what combined files contained, also if the file cannot be read here', async () => {
  await show(Buffer.from('%PDF-1.7'), { leftOut: ['attachments', 'actions'] })
  expect(texts()).toEqual(['Not everything in this file is signedLeft out: attached files.'])
})

test('names fonts that readers may not have', async () => {
  await show(pdfWithFonts('Calibri-Bold', 'Helvetica', 'Times-BoldItalic', 'Arial,Italic'))
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(texts()).toEqual([
    'The text can look different on other devicesThis file does not contain the fonts it uses: ' +
      'Arial Italic and Calibri Bold. To avoid that, create the PDF again with embedded fonts.',
  ])
})

test('names no more than three fonts', async () => {
  await show(pdfWithFonts('A', 'B', 'C', 'D', 'E'))
  await screen.findByText(/the fonts it uses: A, B, C, and 2 more\./)
})
