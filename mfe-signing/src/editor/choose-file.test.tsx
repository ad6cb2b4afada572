/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { MAX_DOCUMENT_BYTES } from '@inkproof/protocol/envelopes'
import { useToasts } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CombineJob, FromCombineWorker } from '../combining/combine-files.ts'
import type { FromWorker, Job } from '../pictures/pictures-to-pdf.ts'
import { AnsweringWorker } from '../testing/answering-worker.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { samplePdf } from '../testing/sample-draft.ts'
import { pngHeader, sampleJpeg } from '../testing/sample-pictures.ts'
import { signOutNow } from '../testing/sign-in.ts'
import { ChooseFile } from './choose-file.tsx'
import { discardDraft, draftState, restoreDrafts } from './draft.store.ts'

const PDF = new File([samplePdf()], 'Lease.pdf')
const OTHER = new File([samplePdf()], 'Rules.pdf')
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

type Answer = FromWorker | FromCombineWorker

/** Opens the page and chooses files. Each worker of its browser gives the next of these answers, or all if there is one list. */
async function choose(files: File[], ...answers: Answer[] | Answer[][]) {
  globalThis.Worker = class extends AnsweringWorker {
    constructor() {
      const own = (
        Array.isArray(answers[0]) ? (answers[WORKERS.length] ?? []) : answers
      ) as Answer[]
      super(own.map((data) => new MessageEvent('message', { data })))
      WORKERS.push(this)
    }
  } as unknown as typeof Worker
  ;({ close } = openSigning(<ChooseFile />))
  fireEvent.change(screen.getByLabelText('Files'), { target: { files } })
}

/** Chooses several files and creates their document. */
async function combine(files: File[], ...answers: Answer[] | Answer[][]) {
  await choose(files, ...answers)
  fireEvent.click(await screen.findByRole('button', { name: 'Create document' }))
}

const listed = () =>
  screen
    .queryAllByRole('listitem')
    .map((row) => within(row).getByText(/\.(pdf|jpg|png)$/).textContent)

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
  await combine([SCAN, PHOTO], DONE)
  const { title, fileName, file } = await startedDraft()
  expect([title, fileName]).toEqual(['IMG 2', 'IMG 2.pdf'])
  expect(await file.text()).toContain('%PDF-')
  expect(chosenPictures()).toEqual([SCAN, PHOTO])
  expect(useToasts.getState().toasts).toEqual([])
})

test('PDFs and pictures become one document, named after the first', async () => {
  const combined = new Blob(['%PDF-combined'])
  await combine(
    [PDF, PHOTO, SCAN, OTHER],
    [DONE],
    [{ type: 'done', pdf: combined, leftOut: ['attachments'] }],
  )
  const { title, fileName, file } = await startedDraft()
  expect([title, fileName, await file.text()]).toEqual(['Lease', 'Lease.pdf', '%PDF-combined'])
  expect(draftState()).toMatchObject({ draft: { leftOut: ['attachments'] } })
  expect(chosenPictures()).toEqual([PHOTO, SCAN])
  const job = WORKERS[1]?.received[0] as CombineJob | undefined
  expect(job?.title).toBe('Lease')
  expect(job?.parts.map(({ name }) => name)).toEqual(['Lease', 'IMG 1', 'Rules'])
  expect([job?.parts[0]?.file, job?.parts[2]?.file]).toEqual([PDF, OTHER])
  expect(WORKERS.map(({ isEnded }) => isEnded)).toEqual([true, true])
})

test('pictures may only be as large as the PDFs leave room for', async () => {
  const large = new File([samplePdf(), new Uint8Array(30 * 2 ** 20)], 'Large.pdf')
  await combine([large, PHOTO], [DONE], [])
  await waitFor(() => expect(WORKERS).toHaveLength(2))
  const job = WORKERS[0]?.received[0] as Job | undefined
  expect(job?.maxBytes).toBe(MAX_DOCUMENT_BYTES - large.size)
})

test('files are put in order, removed and added before the document is created', async () => {
  await choose([PDF, PHOTO, SCAN], DONE)
  await waitFor(() => expect(listed()).toEqual(['Lease.pdf', 'IMG 1.jpg', 'IMG 2.png']))
  expect(document.activeElement?.textContent).toBe('Combine files')
  fireEvent.click(screen.getByRole('button', { name: 'Move IMG 2.png up' }))
  expect(listed()).toEqual(['Lease.pdf', 'IMG 2.png', 'IMG 1.jpg'])
  screen.getByText('“IMG 2.png” is now number 2 of 3.')
  fireEvent.click(screen.getByRole('button', { name: 'Move Lease.pdf down' }))
  expect(listed()).toEqual(['IMG 2.png', 'Lease.pdf', 'IMG 1.jpg'])
  const isDisabled = (name: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect([isDisabled('Move IMG 2.png up'), isDisabled('Move IMG 1.jpg down')]).toEqual([true, true])
  fireEvent.click(screen.getByRole('button', { name: 'Remove Lease.pdf' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove IMG 1.jpg')
  screen.getByText('“Lease.pdf” was removed.')
  fireEvent.change(screen.getByLabelText('Files'), { target: { files: [PHOTO] } })
  await waitFor(() => expect(listed()).toEqual(['IMG 2.png', 'IMG 1.jpg', 'IMG 1.jpg']))
  fireEvent.click(screen.getByRole('button', { name: 'Create document' }))
  await startedDraft()
  expect(chosenPictures()).toEqual([SCAN, PHOTO, PHOTO])
})

test('a single PDF that is left is opened as it is', async () => {
  await choose([PHOTO, PDF])
  fireEvent.click(await screen.findByRole('button', { name: 'Remove IMG 1.jpg' }))
  fireEvent.click(screen.getByRole('button', { name: 'Create document' }))
  expect((await startedDraft()).file).toBe(PDF)
})

test('cancelling ends the work and keeps the files; cancelling again leaves them', async () => {
  await combine([PHOTO, SCAN])
  await screen.findByText('Creating the PDF: picture 1 of 2')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create document' }).disabled).toBe(
    true,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(WORKERS[0]?.isEnded).toBe(true))
  await waitFor(() => expect(screen.queryByText(/Creating the PDF/)).toBeNull())
  expect(listed()).toEqual(['IMG 1.jpg', 'IMG 2.png'])
  expect(screen.getByRole('alert').textContent).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: /^Drop/ })
  expect(draftState()).toMatchObject({ draft: null })
})

test('says that pictures were reduced', async () => {
  await combine([PHOTO, PHOTO], { type: 'done', pdf: new Blob([samplePdf()]), isReduced: true })
  await startedDraft()
  expect(useToasts.getState().toasts[0]?.title).toBe('The pictures were reduced to fit 50 MB')
})

test('shows the progress, and accepts no further files meanwhile', async () => {
  await combine([PHOTO, SCAN, PHOTO], { type: 'converted', count: 1 })
  await screen.findByText('Creating the PDF: picture 2 of 3')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add files' }).disabled).toBe(true)
})

test('shows that files are being combined', async () => {
  await combine([PDF, OTHER], [])
  await screen.findByText('Combining 2 files')
})

const LARGE = Object.defineProperty(new File([samplePdf()], 'A.pdf'), 'size', {
  value: 26 * 2 ** 20,
})
const SIGNED = { type: 'refused', code: 'already-signed', part: 1 } as const
test.each<[string, File[], string, Answer | null]>([
  ['more than 50 MB', [LARGE, LARGE], 'These files are larger than 50 MB together.', null],
  [
    'a signed file',
    [PDF, OTHER],
    '“Rules.pdf” has digital signatures, which do not survive being combined.',
    SIGNED,
  ],
  [
    'a protected file',
    [PDF, OTHER],
    '“Lease.pdf” is protected by a password.',
    { ...SIGNED, code: 'encrypted', part: 0 },
  ],
  [
    'a file without pages',
    [PDF, OTHER],
    '“Rules.pdf” has no pages.',
    { ...SIGNED, code: 'no-pages' },
  ],
  [
    'hidden layers',
    [PDF, OTHER],
    '“Rules.pdf” has hidden layers.',
    { ...SIGNED, code: 'hidden-layers' },
  ],
  [
    'a damaged file',
    [PDF, OTHER],
    '“Rules.pdf” is damaged. Print it to a new PDF',
    { ...SIGNED, code: 'unreadable' },
  ],
  [
    'a failure',
    [PDF, OTHER],
    'The files could not be combined.',
    { ...SIGNED, code: null, part: null },
  ],
])('refuses %s, and keeps the list', async (_, files, sentence, answer) => {
  await combine(files, ...(answer ? [answer] : []))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(sentence))
  expect(listed()).toHaveLength(files.length)
  expect(draftState()).toMatchObject({ draft: null })
})

test('more than 100 files are refused, also when they are added later', async () => {
  await choose(Array(101).fill(PHOTO))
  await screen.findByText('Choose at most 100 files.')
  fireEvent.change(screen.getByLabelText('Files'), { target: { files: [PHOTO, SCAN] } })
  await screen.findByText('Combine files')
  fireEvent.change(screen.getByLabelText('Files'), { target: { files: Array(99).fill(PHOTO) } })
  await screen.findByText('Choose at most 100 files.')
  expect(listed()).toEqual(['IMG 1.jpg', 'IMG 2.png'])
})

test('a file that cannot become a document is named, and not added to the list', async () => {
  await choose([PHOTO, new File(['Hi'], 'a.txt')])
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('“a.txt” is neither a PDF nor'),
  )
  expect(listed()).toEqual(['IMG 1.jpg'])
})

test.each<[Extract<FromWorker, { type: 'refused' }>['problem'], string]>([
  ['unreadable', '“IMG 2.png” could not be read. It may be damaged'],
  ['too-many-pixels', '“IMG 2.png” has more than 50 megapixels.'],
  ['animated', '“IMG 2.png” is an animation. Choose a still picture.'],
  ['too-large', 'These pictures are too large for one document. Choose fewer pictures.'],
  ['failed', 'The PDF could not be created. Try again with fewer pictures.'],
])('says that a picture is refused as %s, and offers another choice', async (problem, sentence) => {
  await choose([SCAN], { type: 'refused', problem, fileName: 'IMG 2.png' })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(sentence))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Drop/ }).disabled).toBe(false)
  expect(draftState()).toMatchObject({ draft: null })
})
