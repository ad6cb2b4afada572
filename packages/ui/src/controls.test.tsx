/** @jest-environment jsdom */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Combobox } from './combobox.tsx'
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

HTMLElement.prototype.scrollIntoView ??= () => {}

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

const PEOPLE = [
  { id: 'ann', label: 'Ann Archer', detail: 'ann@example.com' },
  { id: 'amy', label: 'Amy Adams', detail: 'amy@example.com' },
]

/** A combobox that suggests everybody, or nobody while it contains an X. Records what is chosen. */
function PeopleField({ chosen }: { chosen: string[] }) {
  const [value, setValue] = useState('')
  return (
    <form onSubmit={(event) => chosen.push(`submitted ${event.type}`)}>
      <Field label="Name">
        <Combobox
          listLabel="People"
          value={value}
          onValueChange={setValue}
          options={value.includes('x') ? [] : PEOPLE}
          onChoose={(id) => {
            chosen.push(id)
            setValue(id)
          }}
        />
      </Field>
      <Checkbox label="Next" />
    </form>
  )
}

function openPeopleField() {
  const chosen: string[] = []
  const { container } = render(<PeopleField chosen={chosen} />)
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Name' })
  /** The name of the option that Enter chooses; null without one. */
  const active = () => {
    const id = input.getAttribute('aria-activedescendant')
    return id === null ? null : (document.getElementById(id)?.firstChild?.textContent ?? 'missing')
  }
  const announced = () => container.querySelector('[aria-live=polite]')?.textContent
  return { user: userEvent.setup(), chosen, input, active, announced }
}

test('a combobox suggests while typing, announces how many, and chooses nothing by itself', async () => {
  const { active, announced, chosen, input, user } = openPeopleField()
  await user.tab()
  expect([input.getAttribute('aria-expanded'), announced()]).toEqual(['false', ''])
  await user.keyboard('a')
  const list = screen.getByRole('listbox', { name: 'People' })
  expect(input.getAttribute('aria-controls')).toBe(list.id)
  expect([input.getAttribute('aria-expanded'), announced()]).toEqual(['true', '2 suggestions'])
  expect(active()).toBeNull()
  await user.keyboard('x')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect([input.getAttribute('aria-expanded'), announced()]).toEqual(['false', ''])
  await user.keyboard('{ArrowDown}')
  expect([chosen, input.value, input.hasAttribute('aria-controls')]).toEqual([[], 'ax', false])
})

test('a combobox can be operated by keyboard: down and up move around, Enter chooses, and only then', async () => {
  const { active, chosen, input, user } = openPeopleField()
  await user.tab()
  const seen: (string | null)[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await user.keyboard(`{${key}}`)
    seen.push(active())
  }
  expect(seen).toEqual(['Ann Archer', 'Amy Adams', 'Ann Archer', 'Amy Adams'])
  const selected = screen.getByRole('option', { selected: true })
  expect(selected.id).toBe(input.getAttribute('aria-activedescendant'))
  await user.keyboard('{Enter}')
  expect([chosen, input.value]).toEqual([['amy'], 'amy'])
  expect([screen.queryByRole('listbox'), document.activeElement]).toEqual([null, input])
})

test('a combobox opens upwards too; Escape and Alt with the up arrow close it and keep the text', async () => {
  const { active, chosen, input, user } = openPeopleField()
  await user.click(input)
  await user.keyboard('{ArrowUp}')
  expect(active()).toBe('Amy Adams')
  await user.keyboard('b')
  expect(active()).toBeNull()
  await user.keyboard('{Escape}')
  expect([screen.queryByRole('listbox'), input.value, active()]).toEqual([null, 'b', null])
  await user.keyboard('{ArrowDown}{Alt>}{ArrowUp}{/Alt}')
  expect([screen.queryByRole('listbox'), input.value, chosen]).toEqual([null, 'b', []])
})

test('a combobox closes when it loses the focus, and keeps it while an option is clicked', async () => {
  const { chosen, input, user } = openPeopleField()
  await user.type(input, 'a')
  await user.tab()
  expect([screen.queryByRole('listbox'), chosen]).toEqual([null, []])
  await user.type(input, 'b')
  await user.click(screen.getByRole('option', { name: 'Ann Archer ann@example.com' }))
  expect([chosen, document.activeElement, screen.queryByRole('listbox')]).toEqual([
    ['ann'],
    input,
    null,
  ])
})

test('Enter in a combobox without an active option submits its form as in any input', async () => {
  const { chosen, input, user } = openPeopleField()
  await user.type(input, 'a{Enter}')
  expect(chosen).toEqual(['submitted submit'])
})
