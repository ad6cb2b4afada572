/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { useFocusBack, useFocusOnChange } from './use-focus.ts'

afterEach(cleanup)

function Forms({ view }: { view: string | null }) {
  const form = useFocusOnChange(view)
  return (
    <>
      <button type="button">Outside</button>
      <div key={view} ref={form}>
        <input aria-label={`Field of ${view}`} />
      </div>
    </>
  )
}

function setup() {
  const { rerender } = render(<Forms view={null} />)
  screen.getByText('Outside').focus()
  return (view: string | null) => {
    rerender(<Forms view={view} />)
    return document.activeElement?.ariaLabel ?? document.activeElement?.textContent
  }
}

test('moves the focus to the first field of a form that replaces another', () => {
  const show = setup()
  show('one')
  expect(show('two')).toBe('Field of two')
})

test('leaves the focus to the dialog when it opens and closes', () => {
  const show = setup()
  expect(show('one')).toBe('Outside')
  expect(show(null)).toBe('Outside')
})

function Busy({ isBusy }: { isBusy: boolean }) {
  useFocusBack(isBusy)
  return (
    <>
      <button type="button" disabled={isBusy}>
        Save
      </button>
      <button type="button">Elsewhere</button>
    </>
  )
}

/** jsdom leaves the focus on what is disabled; a browser does not, so it is led away and dropped here. */
function saveOnce(meanwhile: () => void) {
  const { rerender } = render(<Busy isBusy={false} />)
  screen.getByText('Save').focus()
  rerender(<Busy isBusy={true} />)
  screen.getByText('Elsewhere').focus()
  screen.getByText('Elsewhere').blur()
  meanwhile()
  rerender(<Busy isBusy={false} />)
  return document.activeElement?.textContent
}

test('returns the focus to a button that was disabled while an action ran', () => {
  expect(saveOnce(() => undefined)).toBe('Save')
})

test('does not move a focus that has moved elsewhere in the meantime', () => {
  expect(saveOnce(() => screen.getByText('Elsewhere').focus())).toBe('Elsewhere')
})
