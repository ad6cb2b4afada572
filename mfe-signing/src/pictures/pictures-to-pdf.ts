/** Makes one PDF file of pictures, in a worker. They are not uploaded. */
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { t } from '@inkproof/texts/text'
import { startWatchdog } from '../pdf/watchdog.ts'
import { type Paper, paperFor } from './page-layout.ts'
import { type PictureProblem, UnusablePictures } from './picture-problem.ts'
import type { PdfTexts } from './write-pdf.ts'

export const MAX_PICTURES = 100

/** How long one picture may take on a slow phone. */
const TIMEOUT_MS = 60_000

/** What the worker gets. */
export type Job = { pictures: readonly File[]; maxBytes: number; paper: Paper; texts: PdfTexts }

/** What the worker says. `converted`: how many pictures are done. */
export type FromWorker =
  | { type: 'converted'; count: number }
  | { type: 'done'; pdf: Blob; isReduced: boolean }
  | { type: 'refused'; problem: PictureProblem; fileName: string | null }

/** The part of Worker used here. */
export type PictureWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

export type PicturesAsPdf = {
  file: File
  /** Whether pictures have less detail than before, because they would have been too large. */
  isReduced: boolean
}

type Options = {
  /** How many pictures are done. */
  onProgress?: (count: number) => void
  startWorker?: () => PictureWorker
}

/**
 * Makes a file with one page per picture, in their order, named after the first.
 *
 * @throws UnusablePictures
 */
export async function picturesToPdf(
  pictures: readonly [File, ...File[]],
  { onProgress = () => {}, startWorker = startPictureWorker }: Options = {},
): Promise<PicturesAsPdf> {
  const name = pdfName(pictures[0].name)
  const job: Job = {
    pictures,
    maxBytes: MAX_DOCUMENT_BYTES,
    paper: paperFor(navigator.language),
    texts: {
      title: name.replace(/\.pdf$/, ''),
      language: document.documentElement.lang || 'en',
      descriptions: pictures.map((_, index) =>
        t('Picture {number} of {count}', { number: index + 1, count: pictures.length }),
      ),
    },
  }
  const { pdf, isReduced } = await runWorker(startWorker(), job, onProgress)
  return { file: new File([pdf], name, { type: 'application/pdf' }), isReduced }
}

/** `IMG 12.pdf` for `IMG 12.jpeg`. */
function pdfName(pictureName: string): string {
  return `${pictureName.replace(/(?<=.)\.\w{2,5}$/, '')}.pdf`
}

function startPictureWorker(): PictureWorker {
  return new Worker(new URL('./pictures.worker.ts', import.meta.url))
}

type Done = Extract<FromWorker, { type: 'done' }>

async function runWorker(
  worker: PictureWorker,
  job: Job,
  onProgress: (count: number) => void,
): Promise<Done> {
  const listeners = new AbortController()
  const options = { signal: listeners.signal }
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new UnusablePictures('failed'))
      const watchdog = startWatchdog(TIMEOUT_MS, fail)
      listeners.signal.addEventListener('abort', watchdog.stop)
      const receive = ({ data }: MessageEvent<FromWorker>) => {
        watchdog.reset()
        if (data.type === 'done') resolve(data)
        else if (data.type === 'converted') onProgress(data.count)
        else reject(new UnusablePictures(data.problem, data.fileName))
      }
      worker.addEventListener('message', (event) => receive(event as MessageEvent), options)
      worker.addEventListener('error', fail, options)
      worker.postMessage(job)
    })
  } finally {
    listeners.abort()
    worker.terminate()
  }
}
