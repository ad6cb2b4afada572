/** The program that reads, prepares and finishes PDF files, built before the tests of each file that imports this. */
import { fileURLToPath } from 'node:url'
import { buildBeforeTests } from '@inkproof/service-kit/testing/build-service'

const build = buildBeforeTests(fileURLToPath(new URL('../..', import.meta.url)))

/** Returns its path; call it in a test or in `beforeAll`. */
export const pdfProgram = (): string => build('pdf.child.js')
