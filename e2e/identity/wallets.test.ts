/**
 * Signing in with a wallet, through the gateway: the wallet card as described in sections 2 to 9 of the
 * specification, and its extensions.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { describe, expect, test } from '@jest/globals'
import { failWithoutMessage, recordCalls, storedSession } from '../support/sign-in.ts'
import { createVisitors } from '../support/visitors.ts'
import { createWalletDialogHelpers } from '../support/wallet-dialog.ts'

const AUTH = '/api/auth/wallet-auth'
const MESSAGE = '/api/auth/siwe-message'
const NO_WALLET = 'MetaMask or other Web3 wallet not found. Please install a Web3 wallet.'

const visit = createVisitors(() => testSystem().origin)

const { setup, connect } = createWalletDialogHelpers(visit)

const shortenAddress = (address: string) => `${address.slice(0, 6)}...${address.slice(-4)}`

describe('the card', () => {
  test('connects, signs and authenticates with the specified calls, and stores the session', async () => {
    const { page, dialog, wallet, browserErrors } = await setup()
    const [messages, auths] = [recordCalls(page, MESSAGE), recordCalls(page, AUTH)]
    await connect(dialog)
    expect(wallet.requests[0]).toEqual({ method: 'eth_requestAccounts', params: [] })
    expect([messages, auths]).toEqual([[], []])
    await dialog.button('Sign and Authenticate').click()
    await dialog.panel.waitFor({ state: 'detached' })
    const walletAddress = wallet.address().toLowerCase()
    expect(messages.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { walletAddress, domain: new URL(page.url()).host }],
    ])
    expect(auths.map(({ method, body }) => [method, body])).toEqual([
      [
        'POST',
        {
          walletAddress,
          signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
          message: expect.stringContaining(' wants you to sign in with your Ethereum account:\n'),
          turnstileToken: 'disabled-for-testing',
        },
      ],
    ])
    const session = await storedSession(page)
    expect(session.token).toMatch(/^ey/)
    expect(JSON.parse(session.user ?? '')).toMatchObject({ walletAddress: wallet.address() })
    await page.getByRole('button', { name: 'Account menu for User' }).click()
    await page.getByText(shortenAddress(wallet.address())).waitFor()
    expect(browserErrors).toEqual([])
  })

  test('says that the captcha is temporarily disabled', async () => {
    const { dialog } = await setup()
    await dialog.panel.getByText('CAPTCHA is temporarily disabled for testing').waitFor()
  })

  test('without a wallet, connecting shows the specified message', async () => {
    const { dialog } = await setup([])
    await dialog.button('Connect Wallet').click()
    await dialog.alert.getByText(NO_WALLET, { exact: true }).waitFor()
    await dialog.button('Create a practice wallet').waitFor()
  })

  test('signing without a connected wallet shows the specified message', async () => {
    const { page, dialog } = await setup()
    const messages = recordCalls(page, MESSAGE)
    await dialog.button('Sign and Authenticate').click()
    await dialog.alert.getByText('Please connect your wallet first', { exact: true }).waitFor()
    expect(messages).toEqual([])
    await connect(dialog)
    expect(await dialog.alert.count()).toBe(0)
  })

  test('Disconnect Wallet appears once connected, and disconnects the wallet', async () => {
    const { dialog, wallet } = await setup()
    expect(await dialog.button('Disconnect Wallet').count()).toBe(0)
    await connect(dialog)
    await dialog.panel.getByText(shortenAddress(wallet.address().toLowerCase())).waitFor()
    await dialog.button('Disconnect Wallet').click()
    await dialog.button('Connect Wallet').waitFor()
    expect(wallet.requests.map(({ method }) => method)).toContain('wallet_revokePermissions')
  })

  test('a wallet that is present only as window.ethereum works', async () => {
    const { dialog } = await setup([{ source: 'injected' }])
    await dialog.panel.getByText('Browser wallet').waitFor()
    await connect(dialog)
    await dialog.button('Sign and Authenticate').click()
    await dialog.panel.waitFor({ state: 'detached' })
  })

  test('every announced wallet is listed with name and icon, and the selected one is used', async () => {
    const options = [{ name: 'Quill' }, { name: 'Blotter' }, { source: 'injected' as const }]
    const { dialog, wallets } = await setup(options)
    const choices = dialog.panel.getByRole('radio')
    await dialog.panel.getByRole('radio', { name: 'Blotter' }).waitFor()
    expect(await choices.count()).toBe(2)
    const pictures = dialog.panel.locator('label img')
    expect(
      await pictures.evaluateAll((all) =>
        all.map((image) => (image as HTMLImageElement).naturalWidth > 0),
      ),
    ).toEqual([true, true])
    await dialog.panel.getByText('Blotter').click()
    await connect(dialog)
    expect(wallets.map(({ requests }) => requests.length > 0)).toEqual([false, true, false])
  })
})

describe('failures', () => {
  test('a request that the wallet never answers can be cancelled, while connecting and while signing', async () => {
    const { dialog, wallet } = await setup()
    wallet.ignore('eth_requestAccounts')
    await dialog.button('Connect Wallet').click()
    await dialog.button('Cancel').waitFor()
    const busy = dialog.panel.locator('[aria-busy=true] button[aria-busy=true]')
    expect(await busy.isDisabled()).toBe(true)
    expect(await dialog.button('Sign and Authenticate').isDisabled()).toBe(true)
    await dialog.button('Cancel').click()
    wallet.clearFaults()
    await connect(dialog)
    wallet.ignore('personal_sign')
    await dialog.button('Sign and Authenticate').click()
    await dialog.button('Cancel').waitFor()
    expect(await dialog.button('Disconnect Wallet').isDisabled()).toBe(true)
    await dialog.button('Cancel').click()
    wallet.clearFaults()
    await dialog.button('Sign and Authenticate').click()
    await dialog.panel.waitFor({ state: 'detached' })
  })

  test('when the user rejects in the wallet, its own message is shown', async () => {
    const { dialog, wallet } = await setup()
    const rejection = { code: 4001, message: 'User rejected the request.' }
    const declined = dialog.alert.getByText('User rejected the request.', { exact: true })
    wallet.fail('eth_requestAccounts', rejection)
    await dialog.button('Connect Wallet').click()
    await declined.waitFor()
    wallet.clearFaults()
    await connect(dialog)
    wallet.fail('personal_sign', rejection)
    await dialog.button('Sign and Authenticate').click()
    await declined.waitFor()
  })

  test("a failure is shown with the wallet's message, or else with the fallback", async () => {
    const { page, dialog, wallet } = await setup()
    const waitForAlert = (text: string) => dialog.alert.getByText(text, { exact: true }).waitFor()
    wallet.fail('eth_requestAccounts', { code: -32_603, message: 'The vault is broken.' })
    await dialog.button('Connect Wallet').click()
    await waitForAlert('The vault is broken.')
    wallet.fail('eth_requestAccounts', { code: -32_603, message: '' })
    await dialog.button('Connect Wallet').click()
    await waitForAlert('Failed to connect wallet')
    wallet.clearFaults()
    await connect(dialog)
    await failWithoutMessage(page, AUTH)
    await dialog.button('Sign and Authenticate').click()
    await waitForAlert('Wallet authentication failed')
  })

  test('an error from the service is shown with its status code and message', async () => {
    const { page, dialog } = await setup()
    await page.route(`**${AUTH}`, async (route) => {
      const body = { ...route.request().postDataJSON(), signature: `0x${'11'.repeat(64)}1b` }
      await route.continue({ postData: JSON.stringify(body) })
    })
    await connect(dialog)
    await dialog.button('Sign and Authenticate').click()
    await dialog.alert.getByText(/^400: The signature is not from this wallet\. /).waitFor()
    expect(await storedSession(page)).toEqual({ token: null, user: null })
  })
})

describe('while the dialog is open', () => {
  test('another account of the wallet replaces the previous one, even while signing', async () => {
    const { page, dialog, wallet } = await setup()
    await connect(dialog)
    wallet.ignore('personal_sign')
    await dialog.button('Sign and Authenticate').click()
    await dialog.button('Cancel').waitFor()
    await wallet.switchAccount(page)
    await dialog.panel.getByText('Your wallet switched accounts.').waitFor()
    await dialog.panel.getByText(shortenAddress(wallet.address().toLowerCase())).waitFor()
    wallet.clearFaults()
    await dialog.button('Sign and Authenticate').click()
    await dialog.panel.waitFor({ state: 'detached' })
    const { user } = await storedSession(page)
    expect(JSON.parse(user ?? '').walletAddress).toBe(wallet.address())
  })

  test('a locked wallet is no longer connected', async () => {
    const { page, dialog, wallet } = await setup()
    await connect(dialog)
    await wallet.lock(page)
    await dialog.alert.getByText(/^Your wallet was locked or disconnected\./).waitFor()
    await dialog.button('Sign and Authenticate').click()
    await dialog.alert.getByText('Please connect your wallet first', { exact: true }).waitFor()
  })

  test("shows the wallet's chain and follows changes", async () => {
    const { page, dialog, wallet } = await setup()
    await connect(dialog)
    await dialog.panel.getByText('Local test chain').waitFor()
    await wallet.switchChain(page, 1)
    await dialog.panel.getByText('Ethereum', { exact: true }).waitFor()
  })
})
