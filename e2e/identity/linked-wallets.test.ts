/** Wallets as additional sign-in methods of an account, added and removed in its settings. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import { axeFindings } from '../support/axe.ts'
import { contentWidth, PHONE_WIDTH } from '../support/browser.ts'
import { expireIdentityProof, openNewAccount, openSettings, signOut } from '../support/factors.ts'
import { dialogOf, storedSession } from '../support/sign-in.ts'
import { register } from '../support/steps.ts'
import { installWallet } from '../support/test-wallet.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)

/** Opens the settings page as a new user whose browser has one wallet. */
async function setup(options: Parameters<typeof visit>[0] = {}) {
  const visitor = await visit(options)
  const wallet = await installWallet(visitor.context)
  const { page } = visitor
  const person = await openNewAccount(page)
  const add = async () => {
    await page.getByRole('button', { name: 'Add a wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a wallet' })
    await dialog.getByRole('button', { name: 'Connect Wallet' }).click()
    await dialog.getByRole('button', { name: 'Sign and add' }).click()
    return dialog
  }
  const shortAddress = `${wallet.address().slice(0, 6)}...${wallet.address().slice(-4)}`
  return { ...visitor, wallet, person, add, shortAddress }
}

const accountId = async (page: Parameters<typeof storedSession>[0]) =>
  (JSON.parse((await storedSession(page)).user ?? '{}') as { id: string }).id

test('an added wallet signs in to the same account until it is removed', async () => {
  const { page, add, shortAddress, browserErrors } = await setup()
  const account = await accountId(page)
  await (await add()).waitFor({ state: 'detached' })
  await page.getByText(/^Added /).waitFor()
  await signOut(page)

  await page.goto('/user-profile')
  const dialog = dialogOf(page)
  await dialog.button('Sign in with Wallet').click()
  await dialog.button('Connect Wallet').click()
  await dialog.button('Sign and Authenticate').click()
  await dialog.panel.waitFor({ state: 'detached' })
  expect(await accountId(page)).toBe(account)

  await page.getByRole('button', { name: `Remove ${shortAddress}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Wallet removed').first().waitFor()
  expect(await page.getByText(/^Added /).count()).toBe(0)
  expect(browserErrors).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await page.goto('/user-profile')
  await dialog.button('Sign in with Wallet').click()
  await dialog.button('Connect Wallet').click()
  await dialog.button('Sign and Authenticate').click()
  await dialog.panel.waitFor({ state: 'detached' })
  // The wallet is no longer linked, so signing in with it creates a new account.
  expect(await accountId(page)).not.toBe(account)
})

test('a wallet of another account cannot be added, and an error explains why', async () => {
  const first = await setup()
  await (await first.add()).waitFor({ state: 'detached' })
  await signOut(first.page)
  await openSettings(first.page)
  await register(first.page)
  const dialog = await first.add()
  await dialog.getByText(/^409: /).waitFor()
  expect(await first.page.getByText(/^Added /).count()).toBe(0)
})

test('adding a wallet long after sign-in requires confirmation, works on a phone, and passes axe', async () => {
  const { page, person, add } = await setup({ width: PHONE_WIDTH, theme: 'light' })
  await expireIdentityProof(page)
  await add()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByLabel('Password', { exact: true }).fill(person.password)
  expect(await axeFindings(page)).toEqual([])
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(/^Added /).waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await contentWidth(page)).toBe(PHONE_WIDTH)
})
