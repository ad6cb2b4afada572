/** @jest-environment jsdom */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { CopyButton } from './copy-button.tsx'
import { Disclosure } from './disclosure.tsx'
import { DropZone } from './drop-zone.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { PasswordInput } from './password-input.tsx'
import { Progress } from './progress.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Tabs } from './tabs.tsx'

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

afterEach(cleanup)

test('a busy button keeps its name, exposes its state and cannot be pressed', async () => {
  let presses = 0
  render(
    <Button busy onClick={() => presses++}>
      Sign In
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Sign In' })
  await userEvent.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(presses).toBe(0)
})

test('a button does not submit a form by default', () => {
  render(<Button>More</Button>)
  expect(screen.getByRole('button').getAttribute('type')).toBe('button')
})

test('a field labels its control and describes it with hint and error', () => {
  render(
    <Field label="Email" hint="Where links go." error="An @ is missing." required>
      <Input />
    </Field>,
  )
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  const described = input.getAttribute('aria-describedby')?.split(' ') ?? []
  const messages = described.map((id) => document.getElementById(id)?.textContent)
  expect(messages).toEqual(['Where links go.', 'An @ is missing.'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.required).toBe(true)
})

test('a password can be shown and hidden by keyboard', async () => {
  render(
    <Field label="Password">
      <PasswordInput />
    </Field>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(input.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.type).toBe('password')
})

test('hides a shown password while the input is disabled', async () => {
  const { rerender } = render(<PasswordInput aria-label="Password" />)
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  rerender(<PasswordInput aria-label="Password" disabled />)
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password')
})

test('arrow keys move between radio options', async () => {
  const options = [
    { value: 'private', label: 'Private' },
    { value: 'stored', label: 'Stored' },
  ] as const
  render(<RadioGroup label="Storage" options={options} defaultValue="private" />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown>}')
  expect(await screen.findByRole('radio', { name: 'Stored', checked: true })).toBeTruthy()
})

test('arrow keys move between tabs and select them', async () => {
  const tabs = [
    { id: 'checks', label: 'Checks', content: 'Each check' },
    { id: 'record', label: 'Public record', content: 'Entry 201' },
  ]
  render(<Tabs label="Views" tabs={tabs} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel').textContent).toBe('Entry 201')
})

test('a disclosure opens and closes by keyboard', async () => {
  render(<Disclosure summary="Inclusion">the numbers</Disclosure>)
  await userEvent.tab()
  await userEvent.keyboard(' ')
  expect(screen.getByText('the numbers')).toBeTruthy()
  await userEvent.keyboard(' ')
  expect(screen.queryByText('the numbers')).toBeNull()
})

test('an indeterminate checkbox becomes checked', async () => {
  const states: boolean[] = []
  render(
    <Checkbox
      label="All"
      checked="indeterminate"
      onCheckedChange={(isChecked) => states.push(isChecked)}
    />,
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'All' }))
  expect(states).toEqual([true])
})

test('announces that the value was copied', async () => {
  const user = userEvent.setup()
  render(<CopyButton value="ba7816bf" label="Copy fingerprint" />)
  await user.click(screen.getByRole('button', { name: 'Copy fingerprint' }))
  expect((await screen.findByRole('status')).textContent).toBe('Copied')
  expect(await navigator.clipboard.readText()).toBe('ba7816bf')
})

test('shows the text to select if the browser refuses to copy', async () => {
  const user = userEvent.setup()
  render(<CopyButton value="https://inkproof.example/share/x" label="Copy link" withText />)
  const { clipboard } = navigator
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('https://inkproof.example/share/x')).toBeTruthy()
  expect(screen.getByText(/Select the text instead/)).toBeTruthy()
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
})

test('a progress bar exposes its value, or none while it is unknown', () => {
  const { rerender } = render(<Progress label="Reading" value={0.424} />)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
  rerender(<Progress label="Reading" value={null} />)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBeNull()
})

test('the drop zone passes on the chosen files, and accepts the same file again', async () => {
  const received: string[][] = []
  render(
    <DropZone title="Drop" onFiles={(files) => received.push(files.map(({ name }) => name))} />,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Files')
  await userEvent.upload(input, [new File(['a'], 'a.pdf'), new File(['b'], 'b.pdf')])
  await userEvent.upload(input, [new File(['a'], 'a.pdf')])
  expect(received).toEqual([['a.pdf', 'b.pdf'], ['a.pdf']])
})

test('the drop zone accepts pasted files, except in text fields', () => {
  const received: File[][] = []
  render(
    <>
      <input aria-label="Title" />
      <DropZone title="Drop" onFiles={(files) => received.push(files)} />
    </>,
  )
  screen.getByLabelText('Title').dispatchEvent(pasteOf([new File(['a'], 'a.png')]))
  expect(received).toHaveLength(0)
  document.body.dispatchEvent(pasteOf([new File(['a'], 'a.png')]))
  expect(received).toHaveLength(1)
})

test('dropping a file next to the zone does not navigate away', () => {
  render(<DropZone title="Drop" onFiles={() => {}} />)
  const drop = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(drop, { dataTransfer: { types: ['Files'], files: [], items: [] } })
  document.body.dispatchEvent(drop)
  expect(drop.defaultPrevented).toBe(true)
})

function pasteOf(files: File[]): Event {
  const paste = new Event('paste', { bubbles: true, cancelable: true })
  return Object.assign(paste, { clipboardData: { files } })
}
