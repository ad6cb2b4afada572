/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Button } from './button.tsx'
import { DropdownMenu, MenuItem, MenuSub } from './dropdown-menu.tsx'
import { Tooltip, TooltipProvider } from './tooltip.tsx'

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom lacks PointerEvent; without it, an event has neither a pointer type nor coordinates. */
class MousePointerEvent extends MouseEvent {
  readonly pointerType = 'mouse'
}
Object.assign(globalThis, { PointerEvent: MousePointerEvent })

/** Positions the submenu as a browser would lay it out: next to its item, and starting higher. */
const SUBMENU = new DOMRect(100, 0, 200, 120)

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  cleanup()
  jest.useRealTimers()
})

test('a tooltip opens after 700 ms, and the next one immediately within 300 ms', async () => {
  render(
    <TooltipProvider>
      <Tooltip text="One">
        <Button>First</Button>
      </Tooltip>
      <Tooltip text="Two">
        <Button>Second</Button>
      </Tooltip>
    </TooltipProvider>,
  )
  moveOver('First')
  await pass(699)
  expect(visibleTooltip()).toBeUndefined()
  await pass(1)
  expect(visibleTooltip()).toBe('One')
  moveAway('First')
  await pass(299)
  moveOver('Second')
  expect(visibleTooltip()).toBe('Two')
  moveAway('Second')
  await pass(301)
  moveOver('First')
  await pass(699)
  expect(visibleTooltip()).toBeUndefined()
})

test('characters typed in a menu form one word until 1000 ms pass', async () => {
  await openMenu()
  expect(await type('s')).toBe('Settings')
  await pass(980)
  expect(await type('i')).toBe('Sign Out')
  await pass(1001)
  expect(await type('p')).toBe('Profile')
})

test('a submenu opens 100 ms after the pointer enters, and stays open 300 ms while the pointer moves into it', async () => {
  await openMenu()
  const trigger = screen.getByRole('menuitem', { name: 'Save as' })
  const next = screen.getByRole('menuitem', { name: 'Sign Out' })
  const submenu = () => screen.queryByRole('menuitem', { name: 'Proof file' })
  fireEvent.pointerMove(trigger, at(80, 10))
  await pass(99)
  expect(submenu()).toBeNull()
  await pass(1)
  const opened = submenu()?.closest<HTMLElement>('[role=menu]')
  if (!opened) throw new Error('the submenu is not open')
  opened.getBoundingClientRect = () => SUBMENU
  opened.dataset['side'] = 'right'
  // Moves the pointer out of the item to the right, across the item below.
  fireEvent.pointerMove(trigger, at(84, 20))
  fireEvent.pointerLeave(trigger, at(90, 30))
  await pass(299)
  fireEvent.pointerMove(next, at(96, 34))
  await pass(0)
  expect(submenu()).not.toBeNull()
  await pass(1)
  fireEvent.pointerMove(next, at(97, 35))
  await pass(1)
  expect(submenu()).toBeNull()
})

async function openMenu() {
  render(
    <DropdownMenu trigger={<Button>Menu</Button>}>
      <MenuItem>Profile</MenuItem>
      <MenuItem>Settings</MenuItem>
      <MenuSub label="Save as">
        <MenuItem>Proof file</MenuItem>
      </MenuSub>
      <MenuItem>Sign Out</MenuItem>
    </DropdownMenu>,
  )
  fireEvent.keyDown(screen.getByRole('button', { name: 'Menu' }), { key: 'Enter' })
  await pass(0)
}

/** Returns the item that has focus after a key press. */
async function type(key: string) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key })
  // The menu moves focus shortly after the key press.
  await pass(0)
  return document.activeElement?.textContent
}

function moveOver(name: string) {
  fireEvent.pointerMove(screen.getByRole('button', { name }), at(5, 5))
}

function moveAway(name: string) {
  fireEvent.pointerLeave(screen.getByRole('button', { name }), at(500, 500))
  fireEvent.pointerMove(document.body, at(510, 510))
}

function visibleTooltip(): string | undefined {
  return screen.queryAllByRole('tooltip').at(-1)?.textContent ?? undefined
}

function at(clientX: number, clientY: number) {
  return { clientX, clientY }
}

async function pass(ms: number) {
  await act(() => jest.advanceTimersByTimeAsync(ms))
}
