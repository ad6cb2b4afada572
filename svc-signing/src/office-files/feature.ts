/** Office files become PDF files, where LibreOffice is installed. */
import { officeFileCalls } from '@inkproof/protocol/calls/office-files'
import { implement } from '@inkproof/service-kit/calls/implement'
import { defineFeature, from } from '@inkproof/service-kit/feature'
import { pdfFeature } from '../pdf/feature.ts'
import { configuration, runtime } from '../platform/feature.ts'
import { createConverter } from './converter.ts'
import { officeFileHandlers } from './office-file-handlers.http.ts'

export const officeFilesFeature = defineFeature({
  name: 'office-files',
  needs: {
    ...from(configuration, 'LIBREOFFICE', 'OFFICE_SOCKET', 'STORE_TIMEOUT_FACTOR'),
    ...from(runtime, 'log'),
    ...from(pdfFeature, 'pdf'),
  },
  create: (needs) => {
    const [converter, job] = createConverter(needs)
    return { calls: implement(officeFileCalls, officeFileHandlers(converter)), jobs: [job] }
  },
})
