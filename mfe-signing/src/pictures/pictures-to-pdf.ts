/** Makes one PDF file of pictures, in a worker. They are not uploaded. */
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { type JobWorker, runJob } from '../pdf/run-job.ts'
import { type Paper, paperFor } from './page-layout.ts'
import { type PictureProblem, UnusablePictures } from './picture-problem.ts'
import type { PdfTexts } from './write-pdf.ts'

/** How long one picture may take on a slow phone. */
const TIMEOUT_MS = 60_000

/** What the worker gets. */
export type Job = { pictures: readonly File[]; maxBytes: number; paper: Paper; texts: PdfTexts }

/** What the worker says. `converted`: how many pictures are done. */
export type FromWorker =
  | { type: 'converted'; count: number }
  | { type: 'done'; pdf: Blob; isReduced: boolean }
  | { type: 'refused'; problem: PictureProblem; fileName: string | null }

export type PicturesAsPdf = {
  file: File
  /** Whether pictures have less detail than before, because they would have been too large. */
  isReduced: boolean
}

type Options = {
  /** How many pictures are done. */
  onProgress?: (count: number) => void
  /** Of the result. */
  maxBytes?: number
  signal?: AbortSignal | undefined
  startWorker?: () => JobWorker
}

/**
 * Makes a file with one page per picture, in their order, named after the first.
 *
 * @throws UnusablePictures; the reason of `signal`
 */
export async function picturesToPdf(
  pictures: readonly [File, ...File[]],
  {
    onProgress,
    maxBytes = MAX_DOCUMENT_BYTES,
    signal,
    startWorker = startPictureWorker,
  }: Options = {},
): Promise<PicturesAsPdf> {
  const name = pdfName(pictures[0].name)
  const job: Job = {
    pictures,
    maxBytes,
    paper: paperFor(navigator.language),
    texts: {
      title: name.replace(/\.pdf$/, ''),
      language: document.documentElement.lang || 'en',
      descriptions: pictures.map((_, index) =>
        t('Picture {number} of {count}', { number: index + 1, count: pictures.length }),
      ),
    },
  }
  const done = await runJob<FromWorker>(startWorker(), job, {
    ...{ timeoutMs: TIMEOUT_MS, signal, failure: () => new UnusablePictures('failed') },
    onMessage(message) {
      if (message.type === 'refused') throw new UnusablePictures(message.problem, message.fileName)
      if (message.type === 'converted') onProgress?.(message.count)
      return message.type === 'done'
    },
  })
  const { pdf, isReduced } = done as Extract<FromWorker, { type: 'done' }>
  return { file: new File([pdf], name, { type: 'application/pdf' }), isReduced }
}

/** `IMG 12.pdf` for `IMG 12.jpeg`. */
function pdfName(pictureName: string): string {
  return `${pictureName.replace(/(?<=.)\.\w{2,5}$/, '')}.pdf`
}

function startPictureWorker(): JobWorker {
  return new Worker(new URL('./pictures.worker.ts', import.meta.url))
}
