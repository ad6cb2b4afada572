/**
 * Signing in with a wallet, through the gateway: specification, sections 2 to 9, where it speaks of the
 * wallet card, and what is there beyond it.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { describe, expect, jest, test } from '@jest/globals'
import { axeFindings } from '../support/axe.ts'
import { PHONE_WIDTH, type VisitorOptions } from '../support/browser.ts'
import { callsTo, type dialogOf, failSilently, openDialog, stored } from '../support/sign-in.ts'
import { installWallet } from '../support/test-wallet.ts'
import { visitorsOf } from '../support/visitors.ts'
import { walletCaller } from '../support/wallet-calls.ts'

jest.setTimeout(60_000)

const AUTH = '/api/auth/wallet-auth'
const MESSAGE = '/api/auth/siwe-message'
const NO_WALLET = 'MetaMask or other Web3 wallet not found. Please install a Web3 wallet.'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

const visit = visitorsOf(() => testSystem().origin)

type Wallets = Parameters<typeof installWallet>[1][]

/** A visitor with these wallets, at the wallet's card of the dialog. */
async function setup(wallets: Wallets = [{}], options: VisitorOptions = {}) {
  const visitor = await visit(options)
  const installed = []
  for (const wallet of wallets) installed.push(await installWallet(visitor.context, wallet))
  const { page } = visitor
  await page.goto('/nothing-here')
  const dialog = await openDialog(page)
  await dialog.button('Sign in with Wallet').click()
  await dialog.title('Sign In with Wallet').waitFor()
  return { ...visitor, dialog, wallets: installed, wallet: installed[0] as (typeof installed)[0] }
}

type Dialog = ReturnType<typeof dialogOf>

async function connect(dialog: Dialog) {
  await dialog.button('Connect Wallet').click()
  await dialog.button('Disconnect Wallet').waitFor()
}

const short = (address: string) => `${address.slice(0, 6)}...${address.slice(-4)}`

describe('the card', () => {
  test('connects, signs and authenticates: its calls, their payloads, and what is kept', async () => {
    const { page, dialog, wallet, complaints } = await setup()
    const [messages, auths] = [callsTo(page, MESSAGE), callsTo(page, AUTH)]
    await connect(dialog)
    expect(wallet.asked[0]).toEqual({ method: 'eth_requestAccounts', params: [] })
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
    const kept = await stored(page)
    expect(kept.token).toMatch(/^ey/)
    expect(JSON.parse(kept.user ?? '')).toMatchObject({ walletAddress: wallet.address() })
    await page.getByRole('button', { name: 'Account of User' }).click()
    await page.getByText(short(wallet.address())).waitFor()
    expect(complaints).toEqual([])
  })

  test('says that the captcha is temporarily disabled', async () => {
    const { dialog } = await setup()
    await dialog.panel.getByText('CAPTCHA is temporarily disabled for testing').waitFor()
  })

  test('without a wallet, connecting says so in the specified words', async () => {
    const { dialog } = await setup([])
    await dialog.button('Connect Wallet').click()
    await dialog.alert.getByText(NO_WALLET, { exact: true }).waitFor()
    await dialog.button('Create a practice wallet').waitFor()
  })

  test('signing while no address is held says what is missing', async () => {
    const { page, dialog } = await setup()
    const messages = callsTo(page, MESSAGE)
    await dialog.button('Sign and Authenticate').click()
    await dialog.alert.getByText('Please connect your wallet first', { exact: true }).waitFor()
    expect(messages).toEqual([])
    await connect(dialog)
    expect(await dialog.alert.count()).toBe(0)
  })

  test('Disconnect Wallet is there once connected, and returns to not connected', async () => {
    const { dialog, wallet } = await setup()
    expect(await dialog.button('Disconnect Wallet').count()).toBe(0)
    await connect(dialog)
    await dialog.panel.getByText(short(wallet.address().toLowerCase())).waitFor()
    await dialog.button('Disconnect Wallet').click()
    await dialog.button('Connect Wallet').waitFor()
    expect(wallet.asked.map(({ method }) => method)).toContain('wallet_revokePermissions')
  })

  test('a wallet at window.ethereum only is enough', async () => {
    const { dialog } = await setup([{ how: 'injected' }])
    await dialog.panel.getByText('Browser wallet').waitFor()
    await connect(dialog)
    await dialog.button('Sign and Authenticate').click()
    await dialog.panel.waitFor({ state: 'detached' })
  })

  test('every wallet that announces itself is offered with name and picture; the chosen one is asked', async () => {
    const names = [{ name: 'Quill' }, { name: 'Blotter' }, { how: 'injected' as const }]
    const { dialog, wallets } = await setup(names)
    const choices = dialog.panel.getByRole('radio')
    await dialog.panel.getByRole('radio', { name: 'Blotter' }).waitFor()
    expect(await choices.count()).toBe(2)
    const pictures = dialog.panel.locator('label img')
    expect(
      await pictures.evaluateAll((all) =>
        all.map((one) => (one as HTMLImageElement).naturalWidth > 0),
      ),
    ).toEqual([true, true])
    await dialog.panel.getByText('Blotter').click()
    await connect(dialog)
    expect(wallets.map(({ asked }) => asked.length > 0)).toEqual([false, true, false])
  })
})

describe('what can go wrong', () => {
  test('a wallet that never answers can be cancelled, while connecting and while signing', async () => {
    const { dialog, wallet } = await setup()
    wallet.ignore('eth_requestAccounts')
    await dialog.button('Connect Wallet').click()
    await dialog.button('Cancel').waitFor()
    const busy = dialog.panel.locator('[aria-busy=true] button[aria-busy=true]')
    expect(await busy.isDisabled()).toBe(true)
    expect(await dialog.button('Sign and Authenticate').isDisabled()).toBe(true)
    await dialog.button('Cancel').click()
    wallet.behave()
    await connect(dialog)
    wallet.ignore('personal_sign')
    await dialog.button('Sign and Authenticate').click()
    await dialog.button('Cancel').waitFor()
    expect(await dialog.button('Disconnect Wallet').isDisabled()).toBe(true)
    await dialog.button('Cancel').click()
    wallet.behave()
    await dialog.button('Sign and Authenticate').click()
    await dialog.panel.waitFor({ state: 'detached' })
  })

  test('who says no in the wallet is told kindly that nothing happened', async () => {
    const { dialog, wallet } = await setup()
    const refusal = { code: 4001, message: 'User rejected the request.' }
    const kindly = dialog.alert.getByText('You said no in your wallet. Nothing was signed or sent.')
    wallet.fail('eth_requestAccounts', refusal)
    await dialog.button('Connect Wallet').click()
    await kindly.waitFor()
    wallet.behave()
    await connect(dialog)
    wallet.fail('personal_sign', refusal)
    await dialog.button('Sign and Authenticate').click()
    await kindly.waitFor()
  })

  test("a failure is shown by the wallet's own message, else by the fallback", async () => {
    const { page, dialog, wallet } = await setup()
    const shows = (text: string) => dialog.alert.getByText(text, { exact: true }).waitFor()
    wallet.fail('eth_requestAccounts', { code: -32_603, message: 'The vault is broken.' })
    await dialog.button('Connect Wallet').click()
    await shows('The vault is broken.')
    wallet.fail('eth_requestAccounts', { code: -32_603, message: '' })
    await dialog.button('Connect Wallet').click()
    await shows('Failed to connect wallet')
    wallet.behave()
    await connect(dialog)
    await failSilently(page, AUTH)
    await dialog.button('Sign and Authenticate').click()
    await shows('Wallet authentication failed')
  })

  test('a refusal of the service is shown as status and sentence', async () => {
    const { page, dialog } = await setup()
    await page.route(`**${AUTH}`, async (route) => {
      const body = { ...route.request().postDataJSON(), signature: `0x${'11'.repeat(64)}1b` }
      await route.continue({ postData: JSON.stringify(body) })
    })
    await connect(dialog)
    await dialog.button('Sign and Authenticate').click()
    await dialog.alert.getByText(/^400: The signature is not by this wallet\. /).waitFor()
    expect(await stored(page)).toEqual({ token: null, user: null })
  })
})

describe('while the dialog is open', () => {
  test('another account of the wallet takes the place of the one before, also while signing', async () => {
    const { page, dialog, wallet } = await setup()
    await connect(dialog)
    wallet.ignore('personal_sign')
    await dialog.button('Sign and Authenticate').click()
    await dialog.button('Cancel').waitFor()
    await wallet.switchAccount(page)
    await dialog.panel.getByText('Your wallet switched accounts.').waitFor()
    await dialog.panel.getByText(short(wallet.address().toLowerCase())).waitFor()
    wallet.behave()
    await dialog.button('Sign and Authenticate').click()
    await dialog.panel.waitFor({ state: 'detached' })
    const { user } = await stored(page)
    expect(JSON.parse(user ?? '').walletAddress).toBe(wallet.address())
  })

  test('a wallet that is locked is no longer connected', async () => {
    const { page, dialog, wallet } = await setup()
    await connect(dialog)
    await wallet.lock(page)
    await dialog.alert.getByText(/^Your wallet was locked or disconnected\./).waitFor()
    await dialog.button('Sign and Authenticate').click()
    await dialog.alert.getByText('Please connect your wallet first', { exact: true }).waitFor()
  })

  test('the chain it is on is shown, and follows', async () => {
    const { page, dialog, wallet } = await setup()
    await connect(dialog)
    await dialog.panel.getByText('local test chain').waitFor()
    await wallet.switchChain(page, 1)
    await dialog.panel.getByText('Ethereum', { exact: true }).waitFor()
  })
})

describe('the practice wallet', () => {
  test('is made where there is none, shows what it signs, asks, and signs in', async () => {
    const { page, dialog, complaints } = await setup([])
    await dialog.button('Connect Wallet').click()
    await dialog.button('Create a practice wallet').click()
    await dialog.panel.getByText('Practice wallet', { exact: true }).waitFor()
    await connect(dialog)
    const question = page.getByRole('alertdialog', { name: 'Sign with your practice wallet?' })
    await dialog.button('Sign and Authenticate').click()
    const shown = await question.getByRole('textbox', { name: 'What is signed' }).inputValue()
    expect(shown).toContain('wants you to sign in with your Ethereum account:')
    expect(await axeFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Reject' }).click()
    await dialog.alert
      .getByText('You said no in your wallet. Nothing was signed or sent.')
      .waitFor()
    await dialog.button('Sign and Authenticate').click()
    await question.getByRole('button', { name: 'Sign', exact: true }).click()
    await dialog.panel.waitFor({ state: 'detached' })
    const { walletAddress } = JSON.parse((await stored(page)).user ?? '')
    expect(await balanceOf(walletAddress)).toBe(100n * 10n ** 18n)
    expect(complaints).toEqual([])

    // From now on it is announced on every page of this browser, like any installed wallet.
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
  const answer = await fetch(testSystem().urls['chain'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] },
    }),
  })
  const { result } = (await answer.json()) as { result: string }
  return BigInt(result)
}

describe.each([
  { theme: 'dark', width: 1440 },
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: PHONE_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)('in the $theme theme, $width px wide', (options) => {
  test('axe finds nothing, with wallets, connected, and with none', async () => {
    const some = await setup([{ name: 'Quill' }, { name: 'Blotter' }], options)
    await some.dialog.panel.getByText('Blotter').waitFor()
    expect(await axeFindings(some.page)).toEqual([])
    await connect(some.dialog)
    expect(await axeFindings(some.page)).toEqual([])
    const none = await setup([], options)
    await none.dialog.button('Connect Wallet').click()
    await none.dialog.alert.waitFor()
    expect(await axeFindings(none.page)).toEqual([])
  })
})

test('on a phone without a wallet, links open this page in the wallets people have there', async () => {
  const { page, context } = await visit({ width: PHONE_WIDTH })
  await context.addInitScript((agent) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => agent })
  }, PHONE)
  await page.goto('/nothing-here?a=1')
  const dialog = await openDialog(page)
  await dialog.button('Sign in with Wallet').click()
  await dialog.button('Connect Wallet').click()
  const { host } = new URL(page.url())
  const here = encodeURIComponent(page.url())
  const links = dialog.panel.getByRole('link')
  await links.first().waitFor()
  expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    `https://metamask.app.link/dapp/${host}/nothing-here?a=1`,
    `https://go.cb-w.com/dapp?cb_url=${here}`,
    `https://link.trustwallet.com/open_url?coin_id=60&url=${here}`,
  ])
})

test('by keyboard alone: choose, connect, sign', async () => {
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

describe('what a program sends', () => {
  const caller = () => walletCaller(testSystem().origin)

  test.each<[string, string, (message: string) => string]>([
    ['a foreign uri', 'uri', (text) => text.replace(/^URI: .*$/m, 'URI: https://evil.example')],
    ['a foreign chain', 'chainId', (text) => text.replace(/^Chain ID: .*$/m, 'Chain ID: 1')],
    [
      'a future issue date',
      'issuedAt',
      (text) => text.replace(/^Issued At: \d{4}/m, 'Issued At: 2100'),
    ],
    ['a missing expiry', 'expirationTime', (text) => text.replace(/\nExpiration Time: .*$/m, '')],
  ])('%s is refused through the gateway, by name', async (_what, field, change) => {
    const { message, sign, enter } = caller()
    const answer = await enter(await sign(change(await message())))
    expect([answer.status, answer.code]).toEqual([400, 'WALLET_MESSAGE_REFUSED'])
    expect(answer.text).toContain(`(${field}: `)
  })

  test('a replay is refused, in sequence and twenty at once', async () => {
    const { message, sign, enter } = caller()
    const signed = await sign(await message())
    expect((await enter(signed)).status).toBe(201)
    expect((await enter(signed)).text).toContain('(nonce: ')
    const again = await sign(await message())
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(again)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
  })
})
