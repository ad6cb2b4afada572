/**
 * Passkeys, authenticator apps and recovery codes in a real browser. Chromium's virtual authenticator
 * stores keys, counts their uses and signs like a real device.
 */

import { testSystem } from '@inkproof/launcher/testing/control'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { axeFindings } from '../support/axe.ts'
import {
  contentWidth,
  DESKTOP_WIDTH,
  newVisitor,
  PHONE_WIDTH,
  type VisitorOptions,
} from '../support/browser.ts'
import {
  addPasskey,
  expireIdentityProof,
  generateCode,
  generateNextCode,
  openNewAccount,
  openSettings,
  press,
  setUpAuthenticatorApp,
  signOut,
  submitPassword,
  tabTo,
  waitForSettings,
  withAuthenticator,
} from '../support/factors.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function setup(options: VisitorOptions = {}) {
  return withAuthenticator(await newVisitor(browser, testSystem().origin, options))
}

describe.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)('in the $theme theme, $width px wide', ({ theme, width }) => {
  test('a user signs up with only a passkey, signs out, and signs in with it again', async () => {
    const { page, dialog, simulatePresence, browserErrors, context } = await setup({ theme, width })
    // Simulates a browser without passkey autofill: with it, the virtual authenticator would sign in
    // before the button is pressed.
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    const findings: Record<string, string[]> = {}
    await openSettings(page)
    await dialog.getByRole('button', { name: 'Sign up' }).click()
    await dialog.getByLabel('First Name').fill('Ada')
    findings['create account'] = await axeFindings(page)
    await simulatePresence(true)
    await dialog.getByRole('button', { name: 'Sign up with a passkey' }).click()
    await waitForSettings(page)
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    await page.getByText(/^Added /).waitFor()
    findings['settings'] = await axeFindings(page)
    expect(await contentWidth(page)).toBeLessThanOrEqual(width)
    await simulatePresence(false)
    await signOut(page)

    await openSettings(page)
    await simulatePresence(true)
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await waitForSettings(page)
    await page.getByText(/^Last used /).waitFor()
    expect(Object.values(findings).flat()).toEqual([])
    expect(browserErrors).toEqual([])
    await context.close()
  })

  test('with an authenticator app set up, signing in requires its code or a recovery code', async () => {
    const { page, dialog, context } = await setup({ theme, width })
    const findings: Record<string, string[]> = {}
    const checkScreen = async (screen: string) => {
      findings[screen] = await axeFindings(page)
    }
    const person = await openNewAccount(page)
    const { secret, codes } = await setUpAuthenticatorApp(page, checkScreen)
    await checkScreen('authenticator app enabled')
    await signOut(page)

    await openSettings(page)
    await submitPassword(page, person)
    await dialog.getByLabel('Code', { exact: true }).fill('000000')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText(/^403: This code is incorrect/).waitFor()
    await checkScreen('second factor')
    await dialog.getByLabel('Code', { exact: true }).fill(generateNextCode(secret))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await waitForSettings(page)
    await signOut(page)

    await openSettings(page)
    await submitPassword(page, person)
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
    await dialog.getByLabel('Recovery code').fill(codes[4]?.toLowerCase() ?? '')
    await checkScreen('recovery code')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('9 of 10 recovery codes left').waitFor()
    expect(Object.values(findings).flat()).toEqual([])
    await context.close()
  })
})

test('after five wrong codes, the sign-in ends and has to be started again', async () => {
  const { page, dialog, context } = await setup()
  const person = await openNewAccount(page)
  await setUpAuthenticatorApp(page)
  await signOut(page)
  await openSettings(page)
  await submitPassword(page, person)
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const response = page.waitForResponse('**/login/second-factor')
    await dialog.getByLabel('Code', { exact: true }).fill(`00000${attempt}`)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await response
  }
  await dialog.getByText(/^401: This sign-in took too long/).waitFor()
  await dialog.getByRole('button', { name: 'Sign in again' }).click()
  await dialog.getByLabel('Email').waitFor()
  await context.close()
})

test('the browser offers a passkey in autofill, and signs in without a click', async () => {
  const { page, simulatePresence, context } = await setup()
  await openNewAccount(page)
  await addPasskey(page, simulatePresence)
  await signOut(page)
  await page.goto('/user-profile')
  await waitForSettings(page)
  await page.getByText(/^Last used /).waitFor()
  await context.close()
})

test('a passkey is also offered as the second factor', async () => {
  const { page, dialog, simulatePresence, context } = await setup()
  const person = await openNewAccount(page)
  await addPasskey(page, simulatePresence)
  await simulatePresence(false)
  await setUpAuthenticatorApp(page)
  await signOut(page)
  await openSettings(page)
  await submitPassword(page, person)
  await simulatePresence(true)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await waitForSettings(page)
  await context.close()
})

test('changing factors requires confirmation, for which the password no longer suffices once an app is set up', async () => {
  const { page, dialog, simulatePresence, context } = await setup()
  const person = await openNewAccount(page)
  await addPasskey(page, simulatePresence)
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })

  await expireIdentityProof(page)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await confirmation.getByRole('button', { name: 'Use your password' }).click()
  await confirmation.getByLabel('Password', { exact: true }).fill('a guess')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await confirmation.getByText(/^403: Incorrect password/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await confirmation.getByLabel('Password', { exact: true }).fill(person.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  // The form replaces the confirmation dialog.
  await dialog.locator('[data-secret]').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const { secret } = await setUpAuthenticatorApp(page)
  await expireIdentityProof(page)
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await confirmation.getByRole('button', { name: 'Use a recovery code' }).waitFor()
  expect(await confirmation.getByRole('button', { name: 'Use your password' }).count()).toBe(0)
  await confirmation.getByRole('button', { name: 'Use your authenticator app' }).click()
  await confirmation.getByLabel('Code', { exact: true }).fill(generateNextCode(secret))
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor()

  await expireIdentityProof(page)
  await page.getByRole('button', { name: /^Remove .* on / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await confirmation.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText(/^Added /).waitFor({ state: 'detached' })
  await context.close()
})

test('closing the confirmation dialog changes nothing and shows a message', async () => {
  const { page, context } = await setup()
  await openNewAccount(page)
  await expireIdentityProof(page)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByText('Nothing was changed. This change requires you to confirm your identity.')
    .waitFor()
  await context.close()
})

test('if the device refuses, the form stays unchanged and shows an error', async () => {
  const { page, dialog, simulatePresence, failUserVerification, context } = await setup()
  await failUserVerification()
  await openSettings(page)
  await dialog.getByLabel('Email').fill('ada@example.org')
  await simulatePresence(true)
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await dialog.getByText(/^No passkey was used/).waitFor()
  expect(await dialog.getByLabel('Email').inputValue()).toBe('ada@example.org')
  await context.close()
})

test('by keyboard alone, a user adds a passkey and an authenticator app, and signs in with a code', async () => {
  const { page, dialog, simulatePresence, context } = await setup()
  const person = await openNewAccount(page)
  await simulatePresence(true)
  await press(page, 'Add a passkey')
  await page.getByText(/^Added /).waitFor()
  await simulatePresence(false)
  await press(page, 'Set up an authenticator app')
  const secretField = dialog.locator('[data-secret]')
  const secret = ((await secretField.textContent()) ?? '').replaceAll(' ', '')
  await tabTo(page, (name) => name === 'code')
  await page.keyboard.type(generateCode(secret))
  await page.keyboard.press('Enter')
  await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor()
  await press(page, 'I’ve saved my codes')
  await page.getByText('10 of 10 recovery codes left').waitFor()
  await signOut(page)

  await openSettings(page)
  await dialog.getByLabel('Email').waitFor()
  await tabTo(page, (name) => name === 'email')
  await page.keyboard.type(person.email)
  await tabTo(page, (name) => name === 'password')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Code', { exact: true }).waitFor()
  // The first field of the new form receives focus automatically.
  await page.keyboard.type(generateNextCode(secret))
  await page.keyboard.press('Enter')
  await waitForSettings(page)
  await context.close()
})
