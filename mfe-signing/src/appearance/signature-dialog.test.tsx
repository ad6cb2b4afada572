/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import 'fake-indexeddb/auto'
import { type User, useSession } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { serveFonts } from '../testing/serve-fonts.ts'
import type { Mark, MarkKind } from './mark.ts'
import { saveMark } from './saved-marks.ts'
import { SignatureDialog } from './signature-dialog.tsx'
import { UploadTab } from './upload-tab.tsx'
import type { TracingState } from './use-tracing.ts'

let fonts: ReturnType<typeof serveFonts>
beforeEach(() => {
  fonts = serveFonts()
})
afterEach(() => {
  cleanup()
  fonts.restore()
})

test('offers the name in each handwriting and uses the chosen one in the chosen ink', async () => {
  const { chosen, user, isOpen } = open({ name: 'Jane Roe' })
  const styles = await screen.findAllByRole('radio', { name: /Handwriting/ })
  expect(styles).toHaveLength(4)
  await user.click(styles[2] as HTMLElement)
  await user.click(screen.getByRole('radio', { name: 'Blue' }))
  await user.click(screen.getByRole('button', { name: 'Use this signature' }))
  expect(chosen()[0]?.paths[0]?.paint.colour).toEqual([0.08, 0.2, 0.62])
  expect(isOpen()).toBe(false)
})

test('offers only handwriting that has all characters', async () => {
  open({ name: 'Пётр' })
  expect(await screen.findAllByRole('radio', { name: /Handwriting/ })).toHaveLength(3)
})

test('names the characters that no font has', async () => {
  open({ name: '山田' })
  expect(
    await screen.findByText(/No handwriting style supports 山 田\. Draw or upload/),
  ).toBeTruthy()
  expect(isDisabled('Use this signature')).toBe(true)
})

test('suggests initials', async () => {
  const { chosen, user } = open({ name: 'Jane Mary Roe', kind: 'initials' })
  const input = await screen.findByLabelText('Your initials', { selector: 'input' })
  expect((input as HTMLInputElement).value).toBe('JR')
  await screen.findAllByRole('radio', { name: /Handwriting/ })
  await user.click(screen.getByRole('button', { name: 'Use these initials' }))
  expect(chosen()).toHaveLength(1)
})

test('tries to load the handwriting again', async () => {
  fonts.state.isOnline = false
  const { user } = open({ name: 'ạ' })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  fonts.state.isOnline = true
  await user.click(retry)
  expect(await screen.findAllByRole('radio', { name: /Handwriting/ })).not.toHaveLength(0)
})

test('draws, undoes and clears strokes', async () => {
  const { chosen, user } = open({ name: '' })
  await user.click(await screen.findByRole('tab', { name: 'Draw' }))
  expect(isDisabled('Use this signature')).toBe(true)
  drawStroke()
  drawStroke()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(isDisabled('Use this signature')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(isDisabled('Use this signature')).toBe(true)
  drawStroke()
  await user.click(screen.getByRole('button', { name: 'Use this signature' }))
  expect(chosen()[0]?.paths).toHaveLength(1)
})

test('refuses a file that is not a picture', async () => {
  const { user } = open({ name: '' })
  await user.click(await screen.findByRole('tab', { name: 'Upload' }))
  const file = new File(['%PDF'], 'lease.pdf', { type: 'application/pdf' })
  fireEvent.change(screen.getByLabelText('Files'), { target: { files: [file] } })
  expect(await screen.findByText('The file is not a PNG, JPEG or WebP picture.')).toBeTruthy()
})

test('a saved signature needs one click the next time, only for its account', async () => {
  signIn('ana')
  const first = open({ name: 'Ana' })
  await screen.findAllByRole('radio', { name: /Handwriting/ })
  await first.user.click(screen.getByRole('button', { name: 'Use this signature' }))
  cleanup()
  const again = open({ name: 'Ana' })
  await again.user.click(await screen.findByRole('button', { name: 'Use saved signature 1' }))
  expect(again.chosen()).toEqual(first.chosen())
  cleanup()
  signIn('ben')
  open({ name: 'Ben' })
  expect(await screen.findByRole('tab', { name: 'Type' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Saved' })).toBeNull()
})

test('forgets a deleted signature, and offers a typed one instead', async () => {
  signIn('cy')
  const first = open({ name: 'Cy' })
  await screen.findAllByRole('radio', { name: /Handwriting/ })
  await first.user.click(screen.getByRole('button', { name: 'Use this signature' }))
  cleanup()
  const again = open({ name: 'Cy' })
  await again.user.click(await screen.findByRole('button', { name: 'Delete saved signature 1' }))
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Saved' })).toBeNull())
  await again.user.click(screen.getByRole('button', { name: 'Use this signature' }))
  expect(again.chosen()).toEqual(first.chosen())
})

test('a stamp can only be uploaded, and has the colors of its picture', async () => {
  signIn('dan')
  const { user } = open({ name: 'Dan', kind: 'stamp' })
  expect(await screen.findByRole('dialog', { name: 'Your stamp' })).toBeTruthy()
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Upload'])
  expect(screen.queryByRole('radio', { name: 'Blue' })).toBeNull()
  expect(isDisabled('Use this stamp')).toBe(true)
  expect(screen.getByText('Drop or choose a picture of your stamp')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
})

const TRACED = {
  status: 'traced',
  threshold: 100,
  picture: { data: new Uint8ClampedArray(4), width: 1, height: 1 },
  darkness: { data: new Float64Array(1), width: 1, height: 1 },
} as const

test.each<[TracingState, string]>([
  [{ status: 'refused', problem: 'too-detailed' }, 'The picture has too many small shapes.'],
  [{ status: 'refused', problem: 'no-ink' }, 'The picture shows no stamp'],
  [{ ...TRACED, mark: 'too-detailed' }, 'There are too many small shapes at this setting.'],
  [{ ...TRACED, mark: 'no-ink' }, 'No ink is visible at this setting.'],
])('says why a picture became no stamp: %j', (state, sentence) => {
  const tracing = { state, readFile: () => undefined, setThreshold: () => undefined }
  render(<UploadTab kind="stamp" ink="black" tracing={{ ...tracing, reset: () => undefined }} />)
  expect(screen.getByRole('alert').textContent).toContain(sentence)
})

test('a saved stamp needs one click, and is not offered as a signature', async () => {
  signIn('eve')
  const paint = { type: 'fill', rule: 'evenodd', colour: [0.8, 0, 0] } as const
  const segments = [['move', 0, 0], ['line', 9, 0], ['line', 9, 9], ['close']] as const
  const stamp: Mark = { paths: [{ segments, paint }], size: { width: 9, height: 9 } }
  await saveMark('eve', 'stamp', stamp)
  const { chosen, user } = open({ name: 'Eve', kind: 'stamp' })
  await user.click(await screen.findByRole('button', { name: 'Use saved stamp 1' }))
  expect(chosen()).toEqual([stamp])
  cleanup()
  open({ name: 'Eve' })
  expect(await screen.findByRole('tab', { name: 'Type' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Saved' })).toBeNull()
})

test('a visitor cannot save a signature', async () => {
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  open({ name: 'Jane' })
  await screen.findAllByRole('radio', { name: /Handwriting/ })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

function open({ name, kind = 'signature' }: { name: string; kind?: MarkKind }) {
  const marks: Mark[] = []
  let isOpen = true
  const setOpen = (next: boolean) => {
    isOpen = next
  }
  const onChosen = (mark: Mark) => marks.push(mark)
  render(
    <SignatureDialog open onOpenChange={setOpen} kind={kind} name={name} onChosen={onChosen} />,
  )
  return { user: userEvent.setup(), chosen: () => marks, isOpen: () => isOpen }
}

function signIn(id: string): void {
  const user = { id, email: `${id}@example.org` } as User
  useSession.setState({ status: 'signed-in', user, token: 't' }, true)
}

function drawStroke(): void {
  const area = screen.getByRole('img', { name: 'Drawing area' })
  const send = (type: string, clientX: number, clientY: number) => {
    // jsdom’s pointer events have no position.
    const event = new MouseEvent(type, { clientX, clientY, button: 0, bubbles: true })
    fireEvent(area, Object.assign(event, { isPrimary: true }))
  }
  send('pointerdown', 10, 10)
  for (let i = 1; i < 10; i++) send('pointermove', 10 + 5 * i, 10 + i)
  send('pointerup', 60, 20)
}

function isDisabled(name: string): boolean {
  return screen.getByRole('button', { name }).hasAttribute('disabled')
}
