/**
 * Accessibility of the auth dialog: use by keyboard alone, support for password managers, and the rules of axe.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { axeFindings } from '../support/axe.ts'
import { contentWidth, DESKTOP_WIDTH, PHONE_WIDTH } from '../support/browser.ts'
import { dialogOf, openDialog, registerAccount } from '../support/sign-in.ts'
import { newPerson } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

/** More than the number of fields of any form in the dialog. */
const MAX_STEPS = 30

const visit = createVisitors(() => testSystem().origin)

test('by keyboard alone, a visitor creates an account, signs out and signs in again', async () => {
  const { page } = await visit()
  const { email, password } = newPerson()
  const dialog = dialogOf(page)
  await page.goto('/nothing-here')
  await press(page, 'Sign In')
  await dialog.title('Sign In').waitFor()
  await tabTo(page, 'Sign up')
  await page.keyboard.press('Enter')
  await dialog.title('Create Account').waitFor()
  expect(await focusedName(page)).toBe('First Name')
  for (const [field, text] of [
    ['Email', email],
    ['Password', password],
    ['Confirm Password', password],
  ] as const) {
    await tabTo(page, field)
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await dialog.panel.waitFor({ state: 'detached' })
  // In the open menu, keys such as End move the focus; Tab does not.
  await page.getByRole('button', { name: `Account menu for ${email}` }).waitFor()
  await page.waitForFunction(() =>
    document.activeElement?.ariaLabel?.startsWith('Account menu for'),
  )
  await page.keyboard.press('Enter')
  await waitForFocus(page, 'Profile')
  await page.keyboard.press('End')
  await waitForFocus(page, 'Sign Out')
  await page.keyboard.press('Enter')
  await press(page, 'Sign In')
  await dialog.title('Sign In').waitFor()
  expect(await focusedName(page)).toBe('Email')
  await page.keyboard.type(email)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await dialog.panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Account menu for ${email}` }).waitFor()
})

test('focus moves into each form, stays inside, and returns to its button on Escape', async () => {
  const { page } = await visit()
  await page.goto('/nothing-here')
  const dialog = await openDialog(page)
  const steps: [string, string, string][] = [
    ['Sign up', 'Create Account', 'First Name'],
    ['Sign in', 'Sign In', 'Email'],
    ['Forgot your password?', 'Forgot Password', 'Email'],
    ['Back to Sign In', 'Sign In', 'Email'],
  ]
  expect(await focusedName(page)).toBe('Email')
  for (const [button, title, first] of steps) {
    await dialog.button(button).click()
    await dialog.title(title).waitFor()
    expect(await focusedName(page)).toBe(first)
  }
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.isFocusInside()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.panel.waitFor({ state: 'detached' })
  expect(await focusedName(page)).toBe('Sign In')
})

test('password managers find the expected autocomplete attributes', async () => {
  const { page } = await visit()
  await page.goto('/nothing-here')
  const dialog = await openDialog(page)
  const hints = () =>
    dialog.panel
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
  expect(await hints()).toEqual(['username webauthn', 'current-password'])
  await dialog.button('Sign up').click()
  expect(await hints()).toEqual([
    'given-name',
    'family-name',
    'username',
    'new-password',
    'new-password',
  ])
})

describe.each([
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'light', width: PHONE_WIDTH },
] as const)('in the $theme theme, $width px wide', ({ theme, width }) => {
  test('axe finds nothing in any form or in the settings, and nothing overflows the window', async () => {
    const { page } = await visit({ theme, width })
    const person = await registerAccount(testSystem().origin)
    const findings: Record<string, string[]> = {}
    const checkScreen = async (screen: string) => {
      findings[screen] = await axeFindings(page)
      if ((await contentWidth(page)) > width) findings[screen].push('scrolls sideways')
    }
    await page.goto('/nothing-here')
    const dialog = await openDialog(page)
    await checkScreen('sign in')
    await dialog.button('Sign up').click()
    await dialog.field('Password').fill('abcdefgh')
    await dialog.panel.getByText('Weak. Sequences such as abcd are easy to guess.').waitFor()
    await checkScreen('create account')
    await dialog.button('Sign up with Wallet').click()
    await checkScreen('wallet')
    await dialog.button('Back to Email Sign In').click()
    await dialog.button('Forgot your password?').click()
    await checkScreen('forgot password')
    await dialog.field('Email').fill(person.email)
    await dialog.button('Send Reset Link').click()
    await dialog.title('Check Your Email').waitFor()
    await checkScreen('reset sent')
    await dialog.button('Back to Sign In').click()
    await dialog.field('Password').fill('not this one')
    await dialog.button('Sign In').click()
    await dialog.alert.waitFor()
    await checkScreen('refused')
    await dialog.field('Password').fill(person.password)
    await dialog.button('Sign In').click()
    await dialog.panel.waitFor({ state: 'detached' })
    await page.goto('/user-profile')
    await page.getByRole('heading', { level: 3, name: 'Change password' }).waitFor()
    await checkScreen('settings')
    await page.goto('/auth-test')
    await page.getByRole('button', { name: 'Run GET /api/auth/me' }).click()
    await page.getByRole('status', { name: 'Response from GET /api/auth/me' }).waitFor()
    await checkScreen('auth test')
    expect(Object.values(findings).flat()).toEqual([])
    expect(Object.keys(findings)).toHaveLength(8)
  })
})

/** Returns the name of the focused element. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const labels = element instanceof HTMLInputElement ? element.labels : null
    return labels?.[0]?.textContent ?? element?.ariaLabel ?? element?.textContent ?? ''
  })
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if ((await focusedName(page)) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

/** Waits until the menu item has focus: the menu moves focus after it has opened, and after each key. */
async function waitForFocus(page: Page, item: string): Promise<void> {
  await page.waitForFunction((text) => document.activeElement?.textContent === text, item)
}

/** Tabs to the element and presses Enter. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name }).waitFor()
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
