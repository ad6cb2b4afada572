/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { useToasts } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { FromWorker, Job } from '../pictures/pictures-to-pdf.ts'
import { AnsweringWorker } from '../testing/answering-worker.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { samplePdf } from '../testing/sample-draft.ts'
import { pngHeader, sampleJpeg } from '../testing/sample-pictures.ts'
import { signOutNow } from '../testing/sign-in.ts'
import { ChooseFile } from './choose-file.tsx'
import { discardDraft, draftState, restoreDrafts } from './draft.store.ts'

const PDF = new File([samplePdf()], 'Lease.pdf')
const PHOTO = new File([sampleJpeg()], 'IMG 1.jpg')
const SCAN = new File([new Uint8Array(pngHeader(4, 3))], 'IMG 2.png')
const DONE: FromWorker = { type: 'done', pdf: new Blob([samplePdf()]), isReduced: false }

const WORKERS: AnsweringWorker[] = []
let close: () => void

beforeEach(async () => {
  signOutNow()
  await restoreDrafts()
})
afterEach(async () => {
  close()
  WORKERS.length = 0
  useToasts.setState({ toasts: [] })
  await discardDraft()
})

/** Opens the page, in whose browser workers answer so, and chooses files. */
async function choose(files: File[], ...answers: FromWorker[]) {
  globalThis.Worker = class extends AnsweringWorker {
    constructor() {
      super(answers.map((data) => new MessageEvent('message', { data })))
      WORKERS.push(this)
    }
  } as unknown as typeof Worker
  ;({ close } = openSigning(<ChooseFile />))
  fireEvent.change(screen.getByLabelText('Files'), { target: { files } })
}

const startedDraft = async () => {
  await waitFor(() => expect(draftState()).toMatchObject({ draft: { fields: [] } }))
  const { draft, file } = draftState() as { draft: { title: string; fileName: string }; file: File }
  return { title: draft.title, fileName: draft.fileName, file }
}

function chosenPictures(): readonly File[] | undefined {
  const jobs = WORKERS.flatMap(({ received }) => received) as Job[]
  return jobs.find(({ pictures }) => pictures)?.pictures
}

test('a PDF is opened as it is', async () => {
  await choose([PDF])
  expect((await startedDraft()).file).toBe(PDF)
})

test('pictures become one PDF in the chosen order, which is opened', async () => {
  await choose([SCAN, PHOTO], DONE)
  const { title, fileName, file } = await startedDraft()
  expect([title, fileName]).toEqual(['IMG 2', 'IMG 2.pdf'])
  expect(await file.text()).toContain('%PDF-')
  expect(chosenPictures()).toEqual([SCAN, PHOTO])
  expect(useToasts.getState().toasts).toEqual([])
})

test('says that pictures were reduced', async () => {
  await choose([PHOTO, PHOTO], { type: 'done', pdf: new Blob([samplePdf()]), isReduced: true })
  await startedDraft()
  expect(useToasts.getState().toasts[0]?.title).toBe('The pictures were reduced to fit 50 MB')
})

test('shows the progress, and accepts no further files meanwhile', async () => {
  await choose([PHOTO, SCAN, PHOTO], { type: 'converted', count: 1 })
  await screen.findByText('Creating the PDF: picture 2 of 3')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Drop/ }).disabled).toBe(true)
})

test.each<[string, File[], string]>([
  ['a PDF and a picture', [PDF, PHOTO], 'Choose one PDF, or only pictures.'],
  ['two PDFs', [PDF, PDF], 'Choose one PDF, or only pictures.'],
  ['101 pictures', Array(101).fill(PHOTO), 'Choose at most 100 pictures.'],
  ['a picture and a text', [PHOTO, new File(['Hi'], 'a.txt')], '“a.txt” is neither a PDF nor'],
])('refuses %s', async (_, files, sentence) => {
  await choose(files)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(sentence))
  expect(draftState()).toMatchObject({ draft: null })
})

test.each<[Extract<FromWorker, { type: 'refused' }>['problem'], string]>([
  ['unreadable', '“IMG 2.png” could not be read. It may be damaged'],
  ['too-many-pixels', '“IMG 2.png” has more than 50 megapixels.'],
  ['animated', '“IMG 2.png” is an animation. Choose a still picture.'],
  ['too-large', 'These pictures are too large for one document. Choose fewer pictures.'],
  ['failed', 'The PDF could not be created. Try again with fewer pictures.'],
])('says that a picture is refused as %s, and offers another choice', async (problem, sentence) => {
  await choose([PHOTO, SCAN], { type: 'refused', problem, fileName: 'IMG 2.png' })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(sentence))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Drop/ }).disabled).toBe(false)
  expect(draftState()).toMatchObject({ draft: null })
})
