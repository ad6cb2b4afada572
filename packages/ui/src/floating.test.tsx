/** @jest-environment jsdom */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { DropdownMenu, MenuItem } from './dropdown-menu.tsx'
import { Toast, ToastProvider, ToastViewport } from './toast.tsx'

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

afterEach(cleanup)

test('floating content has the `data-slice` of its slice, so that its styles apply', async () => {
  render(
    <div data-slice="documents">
      <Dialog trigger={<Button>Open</Button>} title="Sign In" />
    </div>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = screen.getByRole('dialog', { name: 'Sign In' })
  expect(dialog.closest('[data-portals]')?.getAttribute('data-slice')).toBe('documents')
})

test('floating components of the same slice share a container', async () => {
  render(
    <div data-slice="documents">
      <Dialog defaultOpen title="Outer">
        <DropdownMenu trigger={<Button>Menu</Button>}>
          <MenuItem>Profile</MenuItem>
        </DropdownMenu>
      </Dialog>
    </div>,
  )
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await screen.findByRole('menu')
  expect(document.querySelectorAll('[data-portals]')).toHaveLength(1)
})

test('a dialog traps focus, closes with Escape and returns focus', async () => {
  render(<Dialog trigger={<Button>Open</Button>} title="Sign In" />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  const dialog = screen.getByRole('dialog')
  await userEvent.tab()
  await userEvent.tab()
  expect(dialog.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('a dialog without a trigger returns focus to the element that was focused before it opened', async () => {
  render(<ControlledDialog />)
  await userEvent.click(screen.getByRole('button', { name: 'Certify' }))
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  const opener = screen.getByRole('button', { name: 'Certify' })
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a `persistent` dialog is closed only by its content', async () => {
  const closed: boolean[] = []
  render(
    <Dialog open persistent onOpenChange={(isOpen) => closed.push(isOpen)} title="Save the codes">
      <DialogClose>
        <Button>Saved</Button>
      </DialogClose>
    </Dialog>,
  )
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('dialog').parentElement ?? document.body)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Saved'])
  expect(closed).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Saved' }))
  expect(closed).toEqual([false])
})

test('an open menu leaves the page readable for screen readers', async () => {
  const { container } = render(
    <DropdownMenu trigger={<Button>Menu</Button>}>
      <MenuItem>Profile</MenuItem>
    </DropdownMenu>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await screen.findByRole('menu')
  expect(container.closest('[aria-hidden]')).toBeNull()
})

test('a confirmation focuses Cancel first and acts only on its confirm button', async () => {
  let revoked = 0
  render(
    <AlertDialog
      trigger={<Button>Revoke…</Button>}
      title="Revoke this certificate?"
      description="This can’t be undone."
      confirmLabel="Revoke"
      onConfirm={() => revoked++}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Revoke…' }))
  expect(document.activeElement?.textContent).toBe('Cancel')
  await userEvent.keyboard('{Enter}')
  expect(revoked).toBe(0)
  await userEvent.click(screen.getByRole('button', { name: 'Revoke…' }))
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  expect(revoked).toBe(1)
})

test('a menu can be opened by keyboard, and typing jumps to an item', async () => {
  const selected: string[] = []
  render(
    <DropdownMenu trigger={<Button>Menu</Button>}>
      <MenuItem onSelect={() => selected.push('profile')}>Profile</MenuItem>
      <MenuItem onSelect={() => selected.push('sign out')}>Sign Out</MenuItem>
    </DropdownMenu>,
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('menu')
  await userEvent.keyboard('si{Enter}')
  expect(selected).toEqual(['sign out'])
})

test('F8 focuses the notifications region, whose label names the key', () => {
  render(
    <ToastProvider>
      <Toast open title="Proof file saved" />
      <ToastViewport />
    </ToastProvider>,
  )
  const region = screen.getByRole('region', { name: 'Notifications (F8)' })
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(region.contains(document.activeElement)).toBe(true)
})

function ControlledDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Certify</Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Sign In" />
    </>
  )
}
