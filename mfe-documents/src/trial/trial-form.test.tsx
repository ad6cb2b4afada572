/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { sealFigure } from '@inkproof/graphics/seal-figure'
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TrialForm } from './trial-form.tsx'

afterEach(cleanup)

test('draws another seal with each letter, and none without a sentence', async () => {
  const { user, field } = setup()
  const outline = figure()
  await user.type(field, 'I water the plants')
  const before = await otherFigure(outline)
  await user.type(field, '.')
  const after = await otherFigure(before)
  await user.type(field, '{Backspace}')
  await waitFor(() => expect(figure()).toEqual(before))
  expect(after).not.toEqual(before)
  await user.clear(field)
  expect(figure()).toEqual(outline)
})

test('the seal is that of the PDF which is then created', async () => {
  const { user, field, created } = setup()
  const outline = figure()
  await user.type(field, 'I water the plants.')
  const shown = await otherFigure(outline)
  await user.click(screen.getByRole('button', { name: 'Create PDF' }))
  await waitFor(() => expect(created).toHaveLength(1))
  const { layers } = sealFigure(await fingerprintOf(created[0]))
  expect(shown).toEqual([...new Set(layers.map(({ path }) => path))])
})

function setup() {
  const created: File[] = []
  render(<TrialForm onCreated={(file) => created.push(file)} />)
  const field = screen.getByLabelText(/No file at hand\?/)
  return { user: userEvent.setup(), field, created }
}

/** The curves beside the sentence. */
function figure(): (string | null)[] {
  const curves = document.querySelectorAll('[viewBox="-100 -100 200 200"] path')
  return [...new Set([...curves].map((curve) => curve.getAttribute('d')))]
}

async function otherFigure(previous: (string | null)[]): Promise<(string | null)[]> {
  return waitFor(() => {
    expect(figure()).not.toEqual([])
    expect(figure()).not.toEqual(previous)
    return figure()
  })
}

async function fingerprintOf(file: File | undefined): Promise<string> {
  const bytes = await new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer))
    reader.readAsArrayBuffer(file ?? new Blob())
  })
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}
