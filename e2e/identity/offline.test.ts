/** What each screen says when a request fails because the browser is offline. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { openAs } from '../support/account.ts'
import { frameOf, VERIFY } from '../support/frame.ts'
import { openDialog, registerAccount } from '../support/sign-in.ts'
import { createVisitors } from '../support/visitors.ts'

const OFFLINE = /^You are offline\./
const FILE = { name: 'lease.txt', mimeType: 'text/plain', buffer: Buffer.from('Lease 2026') }

const visit = createVisitors(() => testSystem().origin)

const offlineText = (page: Page) => page.getByText(OFFLINE).first()

test('signing in says that the browser is offline', async () => {
  const { page, context } = await visit()
  await page.goto('/nothing-here')
  const { field, button, panel } = await openDialog(page)
  await field('Email').fill('jane@example.com')
  await panel.getByText('Verified', { exact: false }).first().waitFor()
  await context.setOffline(true)
  await field('Password').fill('a long password')
  await button('Sign In').click()
  await panel.getByText(OFFLINE).waitFor()
})

test('certifying says that the browser is offline, and succeeds when it is online again', async () => {
  const person = await registerAccount(testSystem().origin)
  const { page, context } = await visit()
  await openAs(page, person, '/certify')
  await page.locator('input[type=file]').first().setInputFiles(FILE)
  await page.getByText('Fingerprinted', { exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Certify', exact: true }).click()
  await offlineText(page).waitFor()
  await context.setOffline(false)
  await page.getByText('Certified', { exact: true }).first().waitFor()
})

test('verifying a file says that the browser is offline', async () => {
  const { page, context } = await visit()
  await page.goto('/verify')
  await frameOf(page).waitForHeading(VERIFY)
  // The first file loads the code that computes fingerprints.
  const unknown = { ...FILE, buffer: Buffer.from('A lease that nobody certified') }
  await page.locator('input[type=file]').first().setInputFiles(unknown)
  await page.getByText(FILE.name).first().waitFor()
  await page.getByRole('heading', { name: 'No certificate found for this file.' }).waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  await context.setOffline(true)
  const other = { ...FILE, name: 'other.txt', buffer: Buffer.from('Lease 2027') }
  await page.locator('input[type=file]').first().setInputFiles(other)
  await offlineText(page).waitFor()
})

test('settings and text pages say that the browser is offline instead of loading forever', async () => {
  const person = await registerAccount(testSystem().origin)
  const { page, context } = await visit()
  await openAs(page, person, '/faq')
  await page.getByRole('heading', { level: 1, name: 'Frequently asked questions' }).waitFor()
  await page.goto('/user-profile')
  await page.getByText('Change password', { exact: true }).first().waitFor()
  await page.goto('/terms')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await offlineText(page).waitFor()
  await page.getByRole('button', { name: /^Account menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'User profile' }).waitFor()
  await offlineText(page).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
})
