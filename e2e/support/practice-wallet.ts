/** The practice wallet of a browser, and its confirmations. */
import type { Page } from 'playwright-core'
import { openDialog } from './sign-in.ts'

/** Creates the practice wallet of this browser. The visitor is not signed in. */
export async function createPracticeWallet(page: Page): Promise<void> {
  await page.goto('/nothing-here')
  const dialog = await openDialog(page)
  await dialog.button('Sign in with Wallet').click()
  await dialog.button('Connect Wallet').click()
  await dialog.button('Create a practice wallet').click()
  await dialog.button('Disconnect Wallet').waitFor()
}

/** Confirms what the practice wallet shows, and returns it. */
export async function confirmInWallet(page: Page): Promise<string> {
  const prompt = page.getByRole('alertdialog', { name: 'Sign with your practice wallet?' })
  const message = await prompt.getByRole('textbox', { name: 'Message to sign' }).inputValue()
  await prompt.getByRole('button', { name: 'Sign', exact: true }).click()
  await prompt.waitFor({ state: 'detached' })
  return message
}
