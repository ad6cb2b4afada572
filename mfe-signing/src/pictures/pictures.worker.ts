/** Makes a PDF file of pictures. The worker's content security policy permits no requests, so the pictures stay here. */
import { convertPicture } from './convert-picture.ts'
import { UnusablePictures } from './picture-problem.ts'
import type { FromWorker, Job } from './pictures-to-pdf.ts'
import { writePdf } from './write-pdf.ts'

/** What the file has besides its pictures: about 1 kB per page. */
const PAGE_BYTES = 1_500

addEventListener('message', ({ data }: MessageEvent<Job>) => {
  convert(data).catch((error: unknown) => {
    const { problem, fileName } =
      error instanceof UnusablePictures ? error : new UnusablePictures('failed')
    answer({ type: 'refused', problem, fileName })
  })
})

async function convert(job: Job): Promise<void> {
  const { pictures, maxBytes } = job
  const share = maxBytes / pictures.length - PAGE_BYTES
  const bytes = pictures.reduce((sum, { size }) => sum + size, 0)
  // Pictures that fit as they are need not be equally large.
  const limits = bytes <= share * pictures.length ? [maxBytes, share] : [share]
  for (const limit of limits) {
    const { pdf, isReduced } = await writePictures(job, limit)
    if (pdf.size <= maxBytes) return answer({ type: 'done', pdf, isReduced })
  }
  throw new UnusablePictures('too-large')
}

/** `maxBytes`: of each picture. */
async function writePictures({ pictures, paper, texts }: Job, maxBytes: number) {
  const images = []
  let isReduced = false
  for (const picture of pictures) {
    const converted = await convertPicture(picture, maxBytes)
    images.push(converted.image)
    isReduced ||= converted.isReduced
    answer({ type: 'converted', count: images.length })
  }
  return { pdf: writePdf(images, paper, texts), isReduced }
}

function answer(message: FromWorker): void {
  postMessage(message)
}
