import { expect, test } from '@jest/globals'
import packageOfPdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { RENDERER } from './renderer.ts'

test('statements name the version of pdf.js that is installed', () => {
  expect(RENDERER.version).toBe(packageOfPdfjs.version)
})
