/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen } from '@testing-library/react'
import { useFocusOnChange, useRestoreFocus } from './use-focus.ts'

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

test('moves focus to the first field of a form that replaces another', () => {
  const switchTo = setup()
  switchTo('one')
  expect(switchTo('two')).toBe('Field of two')
})

test('does not move focus when the dialog opens or closes', () => {
  const switchTo = setup()
  expect(switchTo('one')).toBe('Outside')
  expect(switchTo(null)).toBe('Outside')
})

function Busy({ isBusy }: { isBusy: boolean }) {
  useRestoreFocus(isBusy)
  return (
    <>
      <button type="button" disabled={isBusy}>
        Save
      </button>
      <button type="button">Elsewhere</button>
    </>
  )
}

/** Unlike a browser, jsdom does not remove focus from a disabled button, so this function does. */
function saveAndGetFocus(whileBusy: () => void) {
  const { rerender } = render(<Busy isBusy={false} />)
  screen.getByText('Save').focus()
  rerender(<Busy isBusy={true} />)
  screen.getByText('Elsewhere').focus()
  screen.getByText('Elsewhere').blur()
  whileBusy()
  rerender(<Busy isBusy={false} />)
  return document.activeElement?.textContent
}

test('returns focus to a button that was disabled while an action ran', () => {
  expect(saveAndGetFocus(() => undefined)).toBe('Save')
})

test('does not restore focus that has moved elsewhere in the meantime', () => {
  expect(saveAndGetFocus(() => screen.getByText('Elsewhere').focus())).toBe('Elsewhere')
})
