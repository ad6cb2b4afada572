import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { type PdfImage, writePdf } from './write-pdf.ts'

const run = promisify(execFile)

const rows = (width: number, height: number, row: number[]) => {
  const all = Array.from({ length: height }, () => [2, ...Array(width).fill(row).flat()]).flat()
  return new Blob([deflateSync(Uint8Array.from(all))])
}
const COLOR: PdfImage = {
  width: 400,
  height: 300,
  orientation: 6,
  isGray: false,
  encoding: 'png-rows',
  data: rows(400, 300, [1, 0, 0]),
}
const GRAY: PdfImage = {
  width: 248,
  height: 351,
  orientation: 1,
  isGray: true,
  encoding: 'png-rows',
  data: rows(248, 351, [0]),
}
const TEXTS = {
  title: 'Lease (Zürich)',
  language: 'en',
  descriptions: ['Picture 1 of 2', 'Picture 2 of 2'],
}

async function write(images: PdfImage[]) {
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-pictures-'))
  const path = join(folder, 'pictures.pdf')
  const file = writePdf(images, 'a4', TEXTS)
  await writeFile(path, new Uint8Array(await file.arrayBuffer()))
  try {
    // Both fail on errors, qpdf also on warnings.
    const { stdout: structure } = await run('qpdf', ['--check', path])
    const { stdout: info } = await run('pdfinfo', ['-l', '2', path])
    const { stdout: tags } = await run('pdfinfo', ['-struct', path])
    const { stdout: pictures } = await run('pdfimages', ['-list', path])
    return { structure, info, tags, pictures, type: file.type }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('writes a page for each picture, upright as it is shown', async () => {
  const { structure, info, pictures, type } = await write([COLOR, GRAY])
  expect(type).toBe('application/pdf')
  expect(structure).toContain('No syntax or stream encoding errors found')
  expect(info).toMatch(/^Pages: +2$/m)
  expect(info).toMatch(/^Page +1 size: +595.276 x 841.89 pts \(A4\)$/m)
  expect(info).toMatch(/^Page +2 size: +595.276 x 841.89 pts \(A4\)$/m)
  expect(pictures).toMatch(/^ +1 +0 image +400 +300 +rgb +3 +8/m)
  expect(pictures).toMatch(/^ +2 +1 image +248 +351 +gray +1 +8/m)
})

test('the file has a title, and each picture a description for screen readers', async () => {
  const { info, tags } = await write([COLOR, GRAY])
  expect(info).toMatch(/^Title: +Lease \(Zürich\)$/m)
  expect(info).toMatch(/^Tagged: +yes$/m)
  expect(tags.match(/Figure/g)).toHaveLength(2)
})
