/** A large document is finished about as fast as the PDF library alone fills and signs it. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FINAL_SIGNATURE, signatureName } from '@inkproof/pdf-signing/fields'
import { makePki, type TestPki } from '@inkproof/pdf-signing/testing/make-pki'
import { sampleFields } from '@inkproof/pdf-signing/testing/make-signed-pdf'
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { pdfProgram } from '../testing/pdf-program.ts'
import type { FinishInput } from './finish-input.ts'
import { createPdfWorker } from './pdf-worker.ts'

const PAGES = 500
const SIGNERS = 2
const RUNS = 5
/** What checking, the time-stamps, the evidence, the validation data and the separate process may cost. */
const MAX_RATIO = 3

const LIBRARY = fileURLToPath(new URL('./testing/sign-with-library.mjs', import.meta.url))
const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finishing-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('finishing 500 pages takes at most three times as long as filling and signing them with the library', async () => {
  const worker = createPdfWorker(10, pdfProgram())
  const pki = await makePki()
  const input = await makeInput(pki, worker)
  const [file, certificate] = [join(folder, 'prepared.pdf'), join(folder, 'signer.der')]
  await writeFile(file, input.prepared)
  await writeFile(certificate, (await pki.issue('Jane Roe')).certificate)
  const fields = [...input.signers.map(({ field }) => field), FINAL_SIGNATURE]
  const ratios: number[] = []
  for (let i = 0; i <= RUNS; i++) {
    const library = await timeOf(async () => {
      const { stdout } = await run(process.execPath, [LIBRARY, file, certificate, ...fields])
      expect(Number(stdout)).toBeGreaterThan(input.prepared.length)
    })
    const ours = await timeOf(async () => {
      expect((await worker.finish(input)).length).toBeGreaterThan(input.prepared.length)
    })
    // The first run reads the programs from the disk.
    if (i > 0) ratios.push(ours / library)
  }
  worker.stop()
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]
  expect(median).toBeLessThanOrEqual(MAX_RATIO)
})

/** Milliseconds. */
async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function makeInput(
  pki: TestPki,
  worker: Pick<ReturnType<typeof createPdfWorker>, 'prepare'>,
): Promise<FinishInput> {
  const signedAt = new Date()
  const upload = samplePdf({ pages: PAGES, content: textOfPage() })
  const everyone = Array.from({ length: SIGNERS }, (_, signer) => signer)
  const { bytes, fields } = await worker.prepare(upload, everyone.map(sampleFields), signedAt)
  const appearance = Buffer.from('q\n0 0 0 rg\n2 2 m\n20 2 l\n10 9.5 l\nh\nf\nQ\n')
  const signerOf = async (signer: number) => ({
    field: signatureName(signer),
    digitalId: await pki.issue(`Signer ${signer + 1}`),
    signedAt,
  })
  return {
    prepared: bytes,
    values: Object.fromEntries(
      fields.map(({ name, type }) => [
        name,
        type === 'checkbox' || type === 'radio'
          ? // Of the two buttons of a group, the second one stays as it is.
            { checked: !name.endsWith('7') }
          : { appearance, text: 'Jane Roe' },
      ]),
    ),
    evidence: { name: 'evidence.json', data: Buffer.from('{"v":1}') },
    filledAt: signedAt,
    signers: await Promise.all(everyone.map(signerOf)),
    seal: { digitalId: await pki.issue('Final'), signedAt },
    timeStamp: pki.timeStamp,
    validationData: async () => ({
      certificates: [pki.root.certificate, pki.issuer.certificate],
      crls: await pki.crls(new Date()),
    }),
  }
}

/** A page full of text. */
function textOfPage(): string {
  const line =
    '(The tenant pays the rent by the third day of each month, without deductions.) Tj T*'
  return `BT /F1 11 Tf 14 TL 72 770 Td ${`${line} `.repeat(50)}ET`
}
