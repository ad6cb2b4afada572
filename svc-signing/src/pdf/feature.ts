/** PDF files are read in separate processes. */
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { configuration, runtime } from '../platform/feature.ts'
import { createPdfWorker, type PdfWorker } from './pdf-worker.ts'

export type { FinishInput, FinishValue, SealInput, SignaturePlace } from './finish-input.ts'
export type { PdfWorker } from './pdf-worker.ts'

export const pdfFeature = defineFeature({
  name: 'pdf',
  needs: { ...from(configuration, 'STORE_TIMEOUT_FACTOR'), ...from(runtime, 'pdfProgram') },
  create: ({ STORE_TIMEOUT_FACTOR, pdfProgram }) => {
    const { stop, ...pdf } = createPdfWorker(STORE_TIMEOUT_FACTOR, pdfProgram)
    const job = {
      name: 'pdf',
      prepare: async () => undefined,
      check: async () => undefined,
      close: async () => stop(),
    }
    return { provides: { pdf: pdf as PdfWorker }, jobs: [job] }
  },
})
