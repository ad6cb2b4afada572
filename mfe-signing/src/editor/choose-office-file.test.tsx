/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { CombineJob } from '../combining/combine-files.ts'
import { AnsweringWorker } from '../testing/answering-worker.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { samplePdf } from '../testing/sample-draft.ts'
import { signInAs, signOutNow } from '../testing/sign-in.ts'
import { type StubResponse, startStubServer } from '../testing/stub-server.ts'
import { ChooseFile } from './choose-file.tsx'
import { discardDraft, draftState, restoreDrafts } from './draft.store.ts'

const DOCX = new File(['PK\x03\x04…[Content_Types].xml…word/document.xml'], 'Lease.docx')
const CALL = '/api/v1/envelopes/office-files/conversion'

const closing: (() => unknown)[] = []

beforeEach(async () => {
  signInAs()
  await restoreDrafts()
})
afterEach(async () => {
  await discardDraft()
  for (const close of closing.splice(0)) await close()
  signOutNow()
})

type Service = { isOffered?: boolean; convert?: () => Promise<StubResponse> }

/** Opens the page at an installation. `sent`: the files that it got. */
async function open({ isOffered = true, convert = async () => CONVERTED }: Service = {}) {
  const sent: string[] = []
  const { stop } = await startStubServer(
    () => undefined,
    async ({ body, method, path }) => {
      if (path !== CALL) return { status: 404 }
      if (method === 'GET') return { status: 200, body: { isOffered } }
      sent.push(body.toString())
      return convert()
    },
  )
  const { close } = openSigning(<ChooseFile />)
  closing.push(close, stop)
  const title = isOffered ? /^Drop a PDF, an office file or pictures/ : /^Drop a PDF or pictures/
  const button = await screen.findByRole('button', { name: title })
  const input = screen.getByLabelText<HTMLInputElement>('Files')
  const choose = (...files: File[]) => fireEvent.change(input, { target: { files } })
  return { accept: input.accept, button, choose, sent }
}

const CONVERTED: StubResponse = { status: 200, body: samplePdf() }
const alert = (text: string) =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text))
const startedDraft = async () => {
  await waitFor(() => expect(draftState()).toMatchObject({ draft: { fields: [] } }))
  return draftState() as { draft: { fileName: string; convertedFrom?: string[] }; file: File }
}

test('an office file is converted, and the draft names it', async () => {
  const { accept, choose, sent } = await open()
  expect(accept).toContain('.docx')
  choose(DOCX)
  await screen.findByText('Converting “Lease.docx”. The file is not kept.')
  const { draft, file } = await startedDraft()
  expect(draft).toMatchObject({ fileName: 'Lease.pdf', convertedFrom: ['Lease.docx'] })
  expect(await file.text()).toContain('%PDF-')
  expect(sent).toEqual([await DOCX.text()])
})

test('an office file becomes a part of a document with others', async () => {
  const workers: AnsweringWorker[] = []
  globalThis.Worker = class extends AnsweringWorker {
    constructor() {
      const pdf = new Blob(['%PDF-combined'])
      super([new MessageEvent('message', { data: { type: 'done', pdf, leftOut: [] } })])
      workers.push(this)
    }
  } as unknown as typeof Worker
  const { choose } = await open()
  choose(new File([samplePdf()], 'Rules.pdf'), DOCX)
  fireEvent.click(await screen.findByRole('button', { name: 'Create document' }))
  const { draft } = await startedDraft()
  expect(draft).toMatchObject({ fileName: 'Rules.pdf', convertedFrom: ['Lease.docx'] })
  const job = workers.at(-1)?.received[0] as CombineJob | undefined
  expect(job?.parts.map(({ name }) => name)).toEqual(['Rules', 'Lease'])
})

test('an installation that cannot convert office files does not offer it', async () => {
  const { accept, choose, sent } = await open({ isOffered: false })
  expect(accept).not.toContain('doc')
  choose(DOCX)
  await alert('This installation cannot convert office files. Save it as PDF')
  expect(sent).toEqual([])
})

test('an office file stays here until the person has signed in', async () => {
  signOutNow()
  const { choose, sent } = await open()
  choose(DOCX)
  await alert('Sign in, then choose it again.')
  expect(sent).toEqual([])
})

test('an office file of more than 20 MB is not sent', async () => {
  const { choose, sent } = await open()
  choose(Object.defineProperty(new File([DOCX], 'A.docx'), 'size', { value: 20_000_001 }))
  await alert('“A.docx” is larger than 20 MB')
  expect(sent).toEqual([])
})

test('cancelling ends the conversion', async () => {
  let answer: (response: StubResponse) => void = () => undefined
  const { button, choose, sent } = await open({
    convert: () => new Promise((resolve) => (answer = resolve)),
  })
  choose(DOCX)
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText(/Converting/)).toBeNull())
  expect((button as HTMLButtonElement).disabled).toBe(false)
  expect(screen.getByRole('alert').textContent).toBe('')
  answer('drop')
  expect(draftState()).toMatchObject({ draft: null })
})

test.each([
  [404, 'OFFICE_FILES_NOT_OFFERED', 'This installation cannot convert office files.'],
  [400, 'OFFICE_FILE_WRONG_TYPE', '“Lease.docx” is neither a Word, Excel or PowerPoint file'],
  [400, 'OFFICE_FILE_ENCRYPTED', '“Lease.docx” is protected by a password.'],
  [400, 'OFFICE_FILE_EXPANDS', '“Lease.docx” is too long to be converted here.'],
  [400, 'PDF_TOO_MANY_PAGES', '“Lease.docx” is too long to be converted here.'],
  [400, 'OFFICE_FILE_UNREADABLE', '“Lease.docx” could not be converted. It may be damaged'],
  [503, 'UNAVAILABLE', '“Lease.docx” could not be converted now'],
  [403, 'VIEWERS_ONLY_READ', 'Text of the service.'],
])('explains %i %s, and offers another choice', async (status, code, sentence) => {
  const { button, choose } = await open({
    convert: async () => ({ status, code, body: 'Text of the service.' }),
  })
  choose(DOCX)
  await alert(sentence)
  expect((button as HTMLButtonElement).disabled).toBe(false)
  expect(draftState()).toMatchObject({ draft: null })
})

test('says that the connection was lost', async () => {
  const { choose } = await open({ convert: async () => 'drop' })
  choose(DOCX)
  await alert('“Lease.docx” could not be converted. Check your connection')
})
