import { expect } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Adds a field to the visible page by keyboard, and waits until the focus has moved to it. */
export async function addField(user: UserEvent, name: string): Promise<void> {
  const entry = await screen.findByRole('button', { name })
  entry.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).not.toBe(entry))
}
