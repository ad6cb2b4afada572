/**
 * Further cases of signing in with a wallet: a practice wallet, wallet apps on a phone, by keyboard alone, and the
 * rules of axe.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { describe, expect, test } from '@jest/globals'
import { axeFindings } from '../support/axe.ts'
import { DESKTOP_WIDTH, PHONE_WIDTH } from '../support/browser.ts'
import { openDialog, storedSession } from '../support/sign-in.ts'
import { createVisitors } from '../support/visitors.ts'
import { createWalletDialogHelpers } from '../support/wallet-dialog.ts'

const PHONE_USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

const visit = createVisitors(() => testSystem().origin)
const { setup, connect } = createWalletDialogHelpers(visit)

describe('the practice wallet', () => {
  test('is created if no wallet is installed, shows the message to sign, and signs in after confirmation', async () => {
    const { page, dialog, browserErrors } = await setup([])
    await dialog.button('Connect Wallet').click()
    await dialog.button('Create a practice wallet').click()
    await dialog.panel.getByText('Practice wallet', { exact: true }).waitFor()
    // Creating the wallet also connects it.
    await dialog.button('Disconnect Wallet').waitFor()
    const confirmation = page.getByRole('alertdialog', { name: 'Sign with your practice wallet?' })
    await dialog.button('Sign and Authenticate').click()
    const message = await confirmation
      .getByRole('textbox', { name: 'Message to sign' })
      .inputValue()
    expect(message).toContain('wants you to sign in with your Ethereum account:')
    expect(await axeFindings(page)).toEqual([])
    await confirmation.getByRole('button', { name: 'Reject' }).click()
    await dialog.alert
      .getByText('You rejected the request. Nothing was signed.', { exact: true })
      .waitFor()
    await dialog.button('Sign and Authenticate').click()
    await confirmation.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.panel.waitFor({ state: 'detached' })
    const { walletAddress } = JSON.parse((await storedSession(page)).user ?? '')
    expect(await balanceOf(walletAddress)).toBe(100n * 10n ** 18n)
    expect(browserErrors).toEqual([])

    // From now on, the practice wallet is announced on every page of this browser, like an installed wallet.
    await page.goto('/verify')
    await page.getByRole('banner').waitFor()
    await page.waitForFunction(() => {
      let name = ''
      const listen = (event: Event) => {
        name = (event as CustomEvent<{ info: { name: string } }>).detail.info.name
      }
      addEventListener('eip6963:announceProvider', listen, { once: true })
      dispatchEvent(new Event('eip6963:requestProvider'))
      return name === 'Practice wallet'
    })
  })
})

async function balanceOf(address: string): Promise<bigint> {
  const response = await fetch(testSystem().urls['chain'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBalance',
      params: [address, 'latest'],
    }),
  })
  const { result } = (await response.json()) as { result: string }
  return BigInt(result)
}

describe.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)('in the $theme theme, $width px wide', (options) => {
  test('axe finds nothing with wallets, when connected, and without any wallet', async () => {
    const withWallets = await setup([{ name: 'Quill' }, { name: 'Blotter' }], options)
    await withWallets.dialog.panel.getByText('Blotter').waitFor()
    expect(await axeFindings(withWallets.page)).toEqual([])
    await connect(withWallets.dialog)
    expect(await axeFindings(withWallets.page)).toEqual([])
    const withoutWallet = await setup([], options)
    await withoutWallet.dialog.button('Connect Wallet').click()
    await withoutWallet.dialog.alert.waitFor()
    expect(await axeFindings(withoutWallet.page)).toEqual([])
  })
})

test('on a phone without a wallet, links open this page in wallet apps', async () => {
  const { page, context } = await visit({ width: PHONE_WIDTH })
  await context.addInitScript((agent) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => agent })
  }, PHONE_USER_AGENT)
  await page.goto('/nothing-here?a=1')
  const dialog = await openDialog(page)
  await dialog.button('Sign in with Wallet').click()
  await dialog.button('Connect Wallet').click()
  const { host } = new URL(page.url())
  const pageUrl = encodeURIComponent(page.url())
  const links = dialog.panel.getByRole('link')
  await links.first().waitFor()
  expect(
    await links.evaluateAll((elements) => elements.map((element) => element.getAttribute('href'))),
  ).toEqual([
    `https://metamask.app.link/dapp/${host}/nothing-here?a=1`,
    `https://go.cb-w.com/dapp?cb_url=${pageUrl}`,
    `https://link.trustwallet.com/open_url?coin_id=60&url=${pageUrl}`,
  ])
})

test('by keyboard alone, a user selects a wallet, connects and signs', async () => {
  const { page, dialog } = await setup([{ name: 'Quill' }, { name: 'Blotter' }])
  const press = async (name: string) => {
    await dialog.button(name).focus()
    await page.keyboard.press('Enter')
  }
  await dialog.panel.getByRole('radio', { name: 'Quill' }).focus()
  await page.keyboard.press('ArrowDown')
  expect(await dialog.panel.getByRole('radio', { name: 'Blotter' }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.button('Disconnect Wallet').waitFor()
  await press('Sign and Authenticate')
  await dialog.panel.waitFor({ state: 'detached' })
})
