/** Opens the wallet card of the auth dialog in a browser with the given wallets. */
import type { VisitorOptions } from './browser.ts'
import { type dialogOf, openDialog } from './sign-in.ts'
import { installWallet } from './test-wallet.ts'
import type { Visit } from './visitors.ts'

type Wallets = Parameters<typeof installWallet>[1][]
type Dialog = ReturnType<typeof dialogOf>

export function createWalletDialogHelpers(visit: Visit) {
  /** Creates a visitor with these wallets and opens the wallet card of the dialog. */
  async function setup(wallets: Wallets = [{}], options: VisitorOptions = {}) {
    const visitor = await visit(options)
    const installed = []
    for (const wallet of wallets) installed.push(await installWallet(visitor.context, wallet))
    const { page } = visitor
    await page.goto('/nothing-here')
    const dialog = await openDialog(page)
    await dialog.button('Sign in with Wallet').click()
    await dialog.title('Sign In with Wallet').waitFor()
    const [wallet] = installed as [(typeof installed)[0]]
    return { ...visitor, dialog, wallets: installed, wallet }
  }

  async function connect(dialog: Dialog) {
    await dialog.button('Connect Wallet').click()
    await dialog.button('Disconnect Wallet').waitFor()
  }

  return { setup, connect }
}
