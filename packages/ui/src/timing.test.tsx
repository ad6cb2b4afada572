/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Button } from './button.tsx'
import { DropdownMenu, MenuItem, MenuSub } from './dropdown-menu.tsx'
import { IconButton } from './icon-button.tsx'

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom has no PointerEvent, so pointer events would have neither a pointer type nor coordinates. */
class MousePointerEvent extends MouseEvent {
  readonly pointerType = 'mouse'
}
Object.assign(globalThis, { PointerEvent: MousePointerEvent })

/** The submenu's position in a browser: next to its item, and starting higher. */
const SUBMENU_RECT = new DOMRect(100, 0, 200, 120)

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  cleanup()
  jest.useRealTimers()
})

test('an icon button’s tooltip opens after 700 ms, or immediately if another one closed less than 300 ms ago', async () => {
  await renderIconButtons()
  hover('One')
  await advance(699)
  expect(visibleTooltip()).toBeUndefined()
  await advance(1)
  expect(visibleTooltip()).toBe('One')
  unhover('One')
  await advance(299)
  hover('Two')
  expect(visibleTooltip()).toBe('Two')
  unhover('Two')
  await advance(301)
  hover('One')
  await advance(699)
  expect(visibleTooltip()).toBeUndefined()
})

test('an icon button’s tooltip closes on click, and the button keeps its name and no native tooltip', async () => {
  await renderIconButtons()
  hover('One')
  await advance(700)
  const button = screen.getByRole('button', { name: 'One' })
  fireEvent.click(button)
  expect(visibleTooltip()).toBeUndefined()
  expect([button.title, button.getAttribute('aria-describedby')]).toEqual(['', null])
})

test('an icon button’s tooltip opens at once on Tab, but not when a dialog focuses the button', async () => {
  await renderIconButtons()
  screen.getByRole('button', { name: 'One' }).focus()
  await advance(1000)
  expect(visibleTooltip()).toBeUndefined()
  fireEvent.keyUp(screen.getByRole('button', { name: 'One' }), { key: 'Tab' })
  expect(visibleTooltip()).toBe('One')
})

test('characters typed in a menu are combined until 1000 ms pass', async () => {
  await openMenu()
  expect(await typeInMenu('s')).toBe('Settings')
  await advance(980)
  expect(await typeInMenu('i')).toBe('Sign Out')
  await advance(1001)
  expect(await typeInMenu('p')).toBe('Profile')
})

test('a submenu opens 100 ms after the pointer enters its item, and stays open 300 ms while the pointer moves towards it', async () => {
  await openMenu()
  const trigger = screen.getByRole('menuitem', { name: 'Save as' })
  const nextItem = screen.getByRole('menuitem', { name: 'Sign Out' })
  const submenu = () => screen.queryByRole('menuitem', { name: 'Proof file' })
  fireEvent.pointerMove(trigger, pointAt(80, 10))
  await advance(99)
  expect(submenu()).toBeNull()
  await advance(1)
  const openSubmenu = submenu()?.closest<HTMLElement>('[role=menu]')
  if (!openSubmenu) throw new Error('the submenu is not open')
  openSubmenu.getBoundingClientRect = () => SUBMENU_RECT
  openSubmenu.dataset['side'] = 'right'
  // Moves the pointer out of the item to the right, across the item below.
  fireEvent.pointerMove(trigger, pointAt(84, 20))
  fireEvent.pointerLeave(trigger, pointAt(90, 30))
  await advance(299)
  fireEvent.pointerMove(nextItem, pointAt(96, 34))
  await advance(0)
  expect(submenu()).not.toBeNull()
  await advance(1)
  fireEvent.pointerMove(nextItem, pointAt(97, 35))
  await advance(1)
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
  await advance(0)
}

/** Presses a key and returns the item that has focus afterwards. */
async function typeInMenu(key: string) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key })
  // The menu moves focus shortly after the key press.
  await advance(0)
  return document.activeElement?.textContent
}

/** Hovers each button once, which loads its tooltip. */
async function renderIconButtons() {
  render(
    <>
      <IconButton label="One">1</IconButton>
      <IconButton label="Two">2</IconButton>
    </>,
  )
  for (const button of screen.getAllByRole('button')) fireEvent.pointerEnter(button)
  await act(() => import('./tooltip.tsx'))
}

function hover(name: string) {
  const button = screen.getByRole('button', { name })
  fireEvent.pointerEnter(button, pointAt(5, 5))
  // The browser's pointer is over the part of the button that the tooltip watches.
  fireEvent.pointerMove(anchorIn(button), pointAt(5, 5))
}

function unhover(name: string) {
  fireEvent.pointerLeave(anchorIn(screen.getByRole('button', { name })), pointAt(500, 500))
  fireEvent.pointerMove(document.body, pointAt(510, 510))
}

function anchorIn(button: HTMLElement): Element {
  const anchor = button.querySelector('span[aria-hidden]')
  if (!anchor) throw new Error('the tooltip is not loaded')
  return anchor
}

function visibleTooltip(): string | undefined {
  return screen.queryAllByRole('tooltip').at(-1)?.textContent ?? undefined
}

function pointAt(clientX: number, clientY: number) {
  return { clientX, clientY }
}

async function advance(ms: number) {
  await act(() => jest.advanceTimersByTimeAsync(ms))
}
