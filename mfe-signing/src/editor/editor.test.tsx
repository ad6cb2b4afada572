/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { addField } from '../testing/add-field.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { stubLayout } from '../testing/page-stubs.ts'
import { samplePdf } from '../testing/sample-draft.ts'
import { signOutNow } from '../testing/sign-in.ts'
import { loadDrafts } from './draft.db.ts'
import {
  discardDraft,
  draftState,
  editDraft,
  restoreDrafts,
  startDraft,
  useDraft,
} from './draft.store.ts'
import type { ReadyDraft, SignedBefore } from './draft.ts'
import { Editor } from './editor.tsx'

const READY: ReadyDraft[] = []
let close: () => void

beforeEach(async () => {
  stubLayout()
  signOutNow()
  READY.length = 0
  await restoreDrafts()
})
afterEach(async () => {
  close()
  await discardDraft()
})

function CurrentEditor() {
  const state = useDraft()
  if (state.status !== 'open' || state.draft === null) return <p>No document</p>
  return <Editor draft={state.draft} file={state.file} onContinue={(draft) => READY.push(draft)} />
}

async function openEditor(bytes = samplePdf(), signedBefore?: SignedBefore) {
  await startDraft(new File([bytes], 'Lease 2026.pdf', { type: 'application/pdf' }), {
    ...(signedBefore && { signedBefore }),
  })
  const opened = openSigning(<CurrentEditor />)
  close = opened.close
  return opened
}

function fields() {
  const { draft } = { draft: null, ...draftState() }
  return draft?.fields ?? []
}

test('names the office files that the document was converted from', async () => {
  await startDraft(new File([samplePdf()], 'Lease.pdf'), {
    convertedFrom: ['Lease.docx', 'Rent.ods'],
  })
  ;({ close } = openSigning(<CurrentEditor />))
  await screen.findByText('Converted from Lease.docx, Rent.ods')
  await screen.findByText('Check that it looks right before you sign it.')
  expect((await loadDrafts())[0]?.convertedFrom).toEqual(['Lease.docx', 'Rent.ods'])
  act(() => editDraft(() => ({ isOnlyMe: false })))
  await screen.findByText('Check that it looks right before you send it.')
})

test('the title is that of the file', async () => {
  await openEditor()
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  expect(title.value).toBe('Lease 2026')
})

test('Enter on a type adds a field to the page, arrow keys move it, Delete deletes it', async () => {
  const { user } = await openEditor()
  await addField(user, 'Checkbox')
  const box = await screen.findByRole('group', { name: 'Checkbox, page 1' })
  const before = fields()[0]?.rectangle
  box.focus()
  await user.keyboard('{ArrowRight}{ArrowUp}')
  expect(fields()[0]?.rectangle).toEqual({
    ...before,
    x: (before?.x ?? 0) + 4,
    y: (before?.y ?? 0) + 4,
  })
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(fields()[0]?.rectangle.width).toBe((before?.width ?? 0) + 4)
  await user.keyboard(' ')
  expect(fields()[0]?.value).toEqual({ kind: 'checkbox', isSelected: true })
  await user.keyboard('{Delete}')
  expect(fields()).toEqual([])
  expect(screen.getByText('“Checkbox” was deleted.')).toBeTruthy()
})

test('a second signature is not offered', async () => {
  const { user } = await openEditor()
  await addField(user, 'Signature')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Signature' }).disabled).toBe(true)
})

test('in a document that is already signed, only signatures are offered', async () => {
  await openEditor(samplePdf(), { signatures: 2, canShow: true })
  await screen.findByText('This document is already signed')
  expect(screen.getByText(/its 2 digital signatures stay valid/)).toBeTruthy()
  const palette = screen.getByRole('list', { name: 'Fields' })
  expect(palette.textContent).toBe('Signature')
  expect((await loadDrafts())[0]?.signedBefore).toEqual({ signatures: 2, canShow: true })
})

test('in a certified document, nothing is placed, and Continue goes on', async () => {
  const { user } = await openEditor(samplePdf(), { signatures: 1, canShow: false })
  await screen.findByText(/only signatures that are not shown on its pages/)
  expect(screen.queryByRole('list', { name: 'Fields' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Ana Reis')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(READY).toMatchObject([{ fields: [], title: 'Lease 2026' }])
})

test('text that is typed into a field is stored in this browser', async () => {
  const { user } = await openEditor()
  await addField(user, 'Text')
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'Ten days')
  await waitFor(async () => {
    const [stored] = await loadDrafts()
    expect(stored?.fields[0]?.value).toEqual({ kind: 'text', text: 'Ten days' })
  })
})

test('Continue does nothing but say what is missing until the document is signed', async () => {
  const { user } = await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(READY).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('Place your signature first.')
})

test('Start over deletes the document from this browser', async () => {
  const { user } = await openEditor()
  await user.click(await screen.findByRole('button', { name: 'Start over' }))
  await user.click(await screen.findByRole('button', { name: 'Remove document' }))
  expect(await screen.findByText('No document')).toBeTruthy()
  await waitFor(async () => expect(await loadDrafts()).toEqual([]))
})

test('a damaged file is explained', async () => {
  await openEditor(new Uint8Array(Buffer.from('%PDF-1.7 damaged')))
  expect(await screen.findByText('This PDF cannot be read')).toBeTruthy()
})
