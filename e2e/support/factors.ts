/** User actions with passkeys, authenticator apps and recovery codes, step by step. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { Redis } from 'ioredis'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import type { Visitor } from './browser.ts'
import type { newPerson } from './steps.ts'

export const STEP_MS = 30_000

/** A visitor whose device stores passkeys and unlocks them with a fingerprint. */
export async function withDevice(visitor: Visitor) {
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
  /**
   * Whether user presence is simulated: the device then answers every request, including autofill.
   */
  const finger = (enabled: boolean) =>
    device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  /** Simulates a fingerprint that does not match. */
  const stranger = () =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  return { ...visitor, finger, stranger, dialog: visitor.page.getByRole('dialog') }
}

/** Opens the settings, and with them the dialog for signed-out visitors. */
export async function openSettings(page: Page) {
  await page.goto('/user-profile')
  await page.getByRole('dialog').getByLabel('Email').waitFor()
}

export const inSettings = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings' }).waitFor()

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'Sign In' }).first().waitFor()
}

/** Types e-mail and password into the open dialog. */
export async function typePassword(page: Page, { email, password }: ReturnType<typeof newPerson>) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Adds a passkey of this device. */
export async function addPasskey(page: Page, finger: (enabled: boolean) => Promise<unknown>) {
  await finger(true)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText(/^Added /).waitFor()
}

/**
 * Sets up an authenticator app in the settings. It is confirmed with the code of the previous time
 * step, so the current one can still be used to sign in.
 */
export async function setUpApp(
  page: Page,
  look: (screen: string) => Promise<void> = async () => undefined,
) {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  const secret = ((await dialog.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '')
  await look('scan')
  await confirmable(page)
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, -STEP_MS))
  await dialog.getByRole('button', { name: 'Turn on authenticator app' }).click()
  const list = dialog.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  await look('recovery codes')
  await dialog.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await page.getByText('10 of 10 recovery codes left').waitFor()
  return { secret, codes }
}

/**
 * Waits for a time step with ten seconds left: in the next one, the previous code would no longer
 * be valid.
 */
export async function confirmable(page: Page): Promise<void> {
  await page.waitForFunction((step) => step - (Date.now() % step) > 10_000, STEP_MS)
}

export function codeOf(secret: string, offMs = 0): string {
  return generateSync({ secret, epoch: Math.floor((Date.now() + offMs) / 1_000) })
}

/**
 * Backdates this session's sign-in by eleven minutes in the store, because a test cannot wait for
 * that.
 */
export async function forgetProof(page: Page): Promise<void> {
  const token = (await page.evaluate(() => localStorage.getItem('inkproof_token'))) ?? ''
  const [, claims = ''] = token.split('.')
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const redis = new Redis(testSystem().urls['redis'] ?? '')
  const session = JSON.parse((await redis.get(`session:${sid}`)) ?? '')
  const provedAtMs = Date.now() - 11 * 60_000
  await redis.set(`session:${sid}`, JSON.stringify({ ...session, provedAtMs }), 'KEEPTTL')
  await redis.quit()
}

/** Tabs until the focused element has this name or text. */
export async function tabTo(page: Page, isIt: (name: string) => boolean): Promise<void> {
  for (let step = 0; step < 200; step += 1) {
    const name = await page.evaluate(() => {
      const element = document.activeElement
      return element instanceof HTMLInputElement ? element.name : (element?.textContent ?? '')
    })
    if (isIt(name.trim())) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The element did not receive focus within 200 steps.')
}

export async function press(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label }).waitFor()
  await tabTo(page, (name) => name === label)
  await page.keyboard.press('Enter')
}
