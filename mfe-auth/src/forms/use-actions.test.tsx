/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { CardError } from './form-error.tsx'
import { useActions } from './use-actions.ts'

afterEach(cleanup)

type Props = { action: () => Promise<void>; formatError?: (error: unknown) => string | undefined }

function Buttons({ action, formatError }: Props) {
  const { busy, error, run } = useActions(formatError)
  return (
    <>
      <CardError error={error} />
      <p>busy: {busy ?? 'nothing'}</p>
      <button type="button" onClick={() => void run('first', action)}>
        First
      </button>
      <button type="button" onClick={() => void run('second', action)}>
        Second
      </button>
    </>
  )
}

test('runs one action at a time and reports its name', async () => {
  const user = userEvent.setup()
  let runCount = 0
  let finish: () => void = () => undefined
  const action = () => {
    runCount += 1
    return new Promise<void>((resolve) => (finish = resolve))
  }
  render(<Buttons action={action} />)
  await user.click(screen.getByRole('button', { name: 'First' }))
  await user.click(screen.getByRole('button', { name: 'Second' }))
  expect(screen.getByText('busy: first')).toBeTruthy()
  finish()
  expect(await screen.findByText('busy: nothing')).toBeTruthy()
  expect(runCount).toBe(1)
})

test('shows and focuses an error, and clears it on the next action', async () => {
  const user = userEvent.setup()
  let actionError: Error | null = new Error('Not today.')
  const action = async () => {
    if (actionError) throw actionError
  }
  render(<Buttons action={action} />)
  await user.click(screen.getByRole('button', { name: 'First' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Not today.')
  expect(document.activeElement?.contains(alert)).toBe(true)
  actionError = null
  await user.click(screen.getByRole('button', { name: 'Second' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows no message for an error that is formatted as undefined', async () => {
  const user = userEvent.setup()
  const action = () => Promise.reject(new Error('aborted'))
  render(<Buttons action={action} formatError={() => undefined} />)
  await user.click(screen.getByRole('button', { name: 'First' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
