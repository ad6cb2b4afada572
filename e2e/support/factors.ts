/** User actions with passkeys, authenticator apps and recovery codes, step by step. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { Redis } from 'ioredis'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { openAs } from './account.ts'
import type { Visitor } from './browser.ts'
import { registerAccount } from './sign-in.ts'
import type { newPerson } from './steps.ts'

const TIME_STEP_MS = 30_000

/** Gives the visitor a device that stores passkeys and verifies its user, as with a fingerprint sensor. */
export async function withAuthenticator(visitor: Visitor) {
  const device = await visitor.context.newCDPSession(visitor.page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  /** While enabled, the device confirms every request, including autofill. */
  const simulatePresence = (enabled: boolean) =>
    device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  /** Makes user verification fail from now on, as with an unknown finger. */
  const failUserVerification = () =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  return {
    ...visitor,
    simulatePresence,
    failUserVerification,
    dialog: visitor.page.getByRole('dialog'),
  }
}

/** Opens the settings while signed out, which opens the sign-in dialog. */
export async function openSettings(page: Page) {
  await page.goto('/user-profile')
  await page.getByRole('dialog').getByLabel('Email').waitFor()
}

/** Registers a new user through the API and opens the settings as that user. */
export async function openNewAccount(page: Page) {
  const account = await registerAccount(testSystem().origin)
  await openAs(page, account, '/user-profile')
  await waitForSettings(page)
  return account
}

export const waitForSettings = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings' }).waitFor()

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account menu for / }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'Sign In' }).first().waitFor()
  // The next page would send an unconfirmed sign-out again, and the browser logs that its token is refused.
  await page.waitForFunction(() => localStorage.getItem('inkproof_sign_outs') === null)
}

/** Enters e-mail and password in the open dialog and submits them. A second factor may be required next. */
export async function submitPassword(
  page: Page,
  { email, password }: ReturnType<typeof newPerson>,
) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Adds a passkey in the settings, stored on this device. */
export async function addPasskey(
  page: Page,
  simulatePresence: (enabled: boolean) => Promise<unknown>,
) {
  await simulatePresence(true)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText(/^Added /).waitFor()
}

/** Sets up an authenticator app in the settings, confirmed with the current code. */
export async function setUpAuthenticatorApp(
  page: Page,
  checkScreen: (screen: string) => Promise<void> = async () => undefined,
) {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  const secret = ((await dialog.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '')
  await checkScreen('scan')
  await dialog.getByLabel('Code', { exact: true }).fill(generateCode(secret))
  await dialog.getByRole('button', { name: 'Turn on authenticator app' }).click()
  const list = dialog.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  await checkScreen('recovery codes')
  await dialog.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await page.getByText('10 of 10 recovery codes left').waitFor()
  return { secret, codes }
}

/** Returns the code of the current time step. */
export function generateCode(secret: string): string {
  return generateCodeAt(secret, Date.now())
}

/**
 * Returns the code of the next time step, as shown by an app whose clock is fast. The service accepts each code only
 * once, but accepts this one even if the current code has been used to set up the app.
 */
export function generateNextCode(secret: string): string {
  return generateCodeAt(secret, Date.now() + TIME_STEP_MS)
}

function generateCodeAt(secret: string, timeMs: number): string {
  return generateSync({ secret, epoch: Math.floor(timeMs / 1_000) })
}

/**
 * Backdates this session's sign-in by eleven minutes in the store, because a test cannot wait
 * that long.
 */
export async function expireIdentityProof(page: Page): Promise<void> {
  const token = (await page.evaluate(() => localStorage.getItem('inkproof_token'))) ?? ''
  const [, claims = ''] = token.split('.')
  const { sub, sid } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const key = `session:{${sub}}:${sid}`
  const redis = new Redis(testSystem().urls['redis'] ?? '')
  const session = JSON.parse((await redis.get(key)) ?? '')
  const provedAtMs = Date.now() - 11 * 60_000
  await redis.set(key, JSON.stringify({ ...session, provedAtMs }), 'KEEPTTL')
  await redis.quit()
}

/** Tabs until the name or text of the focused element matches. */
export async function tabTo(page: Page, isTarget: (name: string) => boolean): Promise<void> {
  for (let step = 0; step < 200; step += 1) {
    const name = await page.evaluate(() => {
      const element = document.activeElement
      return element instanceof HTMLInputElement ? element.name : (element?.textContent ?? '')
    })
    if (isTarget(name.trim())) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The element did not receive focus within 200 steps.')
}

export async function press(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label }).waitFor()
  await tabTo(page, (name) => name === label)
  await page.keyboard.press('Enter')
}
