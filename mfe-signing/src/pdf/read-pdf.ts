import {
  AnnotationMode,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type ContentsEntry, listBookmarks } from './contents.ts'
import { formFieldsOf } from './form-fields.ts'
import { createJobQueue, type JobQueue } from './job-queue.ts'
import { pageSize } from './page-geometry.ts'
import type { PdfDocument } from './pdf-document.ts'
import { PdfError } from './pdf-error.ts'
import { pdfjsFiles } from './pdfjs-files.ts'
import { pixelRatio } from './pixel-ratio.ts'

/** How long the worker may take to respond before it is terminated. */
const WORKER_TIMEOUT_MS = 10_000

/** Larger images are not drawn, so that a file cannot use up the device's memory. */
const MAX_IMAGE_PIXELS = 100_000_000

/** Opens a document with pdf.js, whose worker code `port` runs, and which `close` ends. @throws PdfError */
export async function readPdf(
  bytes: Uint8Array,
  port: Worker,
  timeoutMs = WORKER_TIMEOUT_MS,
): Promise<PdfDocument> {
  const worker = PDFWorker.create({ port })
  const task = getDocument({
    data: bytes,
    worker,
    maxImageSize: MAX_IMAGE_PIXELS,
    // Fonts that the file lacks are replaced by those of pdf.js, so that a page looks the same on every device.
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
    ...pdfjsFiles(),
  })
  const end = () => {
    port.terminate()
    task.destroy().catch(() => {})
    worker.destroy()
  }
  const queue = createJobQueue(timeoutMs, end)
  const close = () => {
    queue.close(new DOMException('', 'AbortError'))
    end()
  }
  try {
    const { pdf, pages } = await queue.run((onProgress) => open(task.promise, onProgress))
    return makeDocument(pdf, pages, queue, close)
  } catch (error) {
    close()
    throw asPdfError(error)
  }
}

function asPdfError(error: unknown): PdfError {
  if (error instanceof PdfError) return error
  const isEncrypted = error instanceof Error && error.name === 'PasswordException'
  return new PdfError(isEncrypted ? 'encrypted' : 'unreadable')
}

async function open(loading: Promise<PDFDocumentProxy>, onProgress: () => void) {
  const pdf = await loading
  onProgress()
  if (pdf.numPages < 1) throw new PdfError('no-pages')
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  const pages = await Promise.all(
    numbers.map(async (number) => {
      const page = await pdf.getPage(number)
      onProgress()
      return page
    }),
  )
  return { pdf, pages }
}

function makeDocument(
  pdf: PDFDocumentProxy,
  pages: PDFPageProxy[],
  queue: JobQueue,
  close: () => void,
): PdfDocument {
  const run = async <Result>(
    number: number,
    work: (page: PDFPageProxy, onProgress: () => void) => Promise<Result>,
  ): Promise<Result> => {
    const page = pages[number - 1]
    if (page === undefined) throw new RangeError(`page ${number} does not exist`)
    return queue.run((onProgress) => work(page, onProgress))
  }
  return {
    pages: pages.map(({ view, rotate }) => {
      const [x = 0, y = 0, right = 0, top = 0] = view
      return pageSize({ x, y, width: right - x, height: top - y }, rotate)
    }),
    renderPage: (canvas, number, scale, signal) =>
      run(number, (page, onProgress) => draw(page, canvas, scale, signal, onProgress)),
    renderText: (container, number, scale, signal) =>
      run(number, (page) => addText(page, container, scale, signal)),
    formFields: async () => {
      const found = []
      for (let number = 1; number <= pdf.numPages; number += 1) {
        found.push(
          ...(await run(number, async (page) => formFieldsOf(number, await page.getAnnotations()))),
        )
      }
      return found
    },
    contents: () => readContents(pdf, queue),
    close,
  }
}

/** Each entry is a job of its own, so that pages do not wait for all of them. */
async function readContents(pdf: PDFDocumentProxy, queue: JobQueue): Promise<ContentsEntry[]> {
  const bookmarks = listBookmarks(await queue.run(() => pdf.getOutline()))
  const entries: ContentsEntry[] = []
  for (const { dest, level, title } of bookmarks) {
    const page = await queue.run(() => findPage(pdf, dest))
    if (page !== null) entries.push({ title, level, page })
  }
  return entries
}

/** Returns the page of a destination: its name, or an array that begins with the page or its index (ISO 32000-2, 12.3.2). */
async function findPage(pdf: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  try {
    const target = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
    const page = Array.isArray(target) ? target[0] : null
    const index = typeof page === 'number' ? page : await pdf.getPageIndex(page)
    return Number.isInteger(index) && index >= 0 && index < pdf.numPages ? index + 1 : null
  } catch {
    // The destination, or its page, is not in the document.
    return null
  }
}

async function draw(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  scale: number,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  signal.throwIfAborted()
  const size = page.getViewport({ scale: scale / page.userUnit })
  const viewport = size.clone({ scale: size.scale * pixelRatio(size.width, size.height) })
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
  task.onContinue = (next: () => void) => {
    onProgress()
    next()
  }
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await task.promise
  } catch (error) {
    signal.throwIfAborted()
    throw asPdfError(error)
  } finally {
    signal.removeEventListener('abort', cancel)
    page.cleanup()
  }
}

async function addText(
  page: PDFPageProxy,
  container: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale: scale / page.userUnit })
  const layer = new TextLayer({
    textContentSource: await page.getTextContent(),
    container,
    viewport,
  })
  signal.throwIfAborted()
  await layer.render()
}
