/**
 * Specification, sections 2, 4 and 9: notifications, shown through the module that every slice
 * uses.
 */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { PHONE_WIDTH } from '../support/browser.ts'
import { exposeHost } from '../support/host.ts'
import { createVisitors } from '../support/visitors.ts'

const DURATION_MS = 5000
const REMOVAL_MS = 1_000_000

const visit = createVisitors(() => testSystem().origin)

/** Installs a fake clock, which runs at normal speed until a test pauses it. */
async function setup(width?: number) {
  const { page } = await visit(width ? { width } : {})
  await page.clock.install()
  await page.goto('/nothing-here')
  await exposeHost(page)
  const region = page.getByRole('region', { name: /^Notifications/ })
  return { page, region, items: region.getByRole('listitem') }
}

test('a new notification replaces the visible one', async () => {
  const { page, items } = await setup()
  await page.evaluate(() => host.toast({ title: 'First' }))
  await items.getByText('First').waitFor()
  await page.evaluate(() => host.toast({ title: 'Second' }))
  await items.getByText('Second').waitFor()
  expect(await items.count()).toBe(1)
})

test('a notification can be updated and dismissed by its ID, and is removed after 1,000,000 ms', async () => {
  const { page, items } = await setup()
  const id = await page.evaluate(() => {
    const handle = host.toast({ title: 'Sending' })
    handle.update({ title: 'Sent', description: 'To two people.' })
    return handle.id
  })
  await items.getByText('To two people.').waitFor()
  expect(await items.getByText('Sending').count()).toBe(0)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.evaluate((toastId) => host.dismissToast(toastId), id)
  const toasts = () => page.evaluate(() => host.useToasts.getState().toasts)
  expect(await toasts()).toMatchObject([{ title: 'Sent', open: false }])
  await page.clock.runFor(REMOVAL_MS - 1)
  expect(await toasts()).toHaveLength(1)
  await page.clock.runFor(1)
  expect(await toasts()).toEqual([])
})

test('a notification disappears after 5000 ms, and not earlier', async () => {
  const { page, items } = await setup()
  await page.evaluate(() => host.toast({ title: 'Saved' }))
  await items.getByText('Saved').waitFor()
  await page.clock.pauseAt(Date.now() + 1000)
  await page.evaluate(() => host.toast({ title: 'Saved again' }))
  await items.getByText('Saved again').waitFor()
  const isOpen = () => page.evaluate(() => host.useToasts.getState().toasts[0]?.open)
  await page.clock.runFor(DURATION_MS - 100)
  expect(await isOpen()).toBe(true)
  await page.clock.runFor(200)
  expect(await isOpen()).toBe(false)
})

test('swiping right by 50 px dismisses a notification, a shorter swipe does not', async () => {
  const { page, items } = await setup()
  await page.evaluate(() => host.toast({ title: 'Saved' }))
  await items.getByText('Saved').waitFor()
  const isOpen = () => page.evaluate(() => host.useToasts.getState().toasts[0]?.open)
  await swipe(page, 40)
  expect(await isOpen()).toBe(true)
  await swipe(page, -80)
  expect(await isOpen()).toBe(true)
  await swipe(page, 60)
  await page.waitForFunction(() => host.useToasts.getState().toasts[0]?.open === false)
})

test('F8 focuses the region, whose label names the key', async () => {
  const { page, region, items } = await setup()
  await page.evaluate(() => host.toast({ title: 'Saved' }))
  await items.getByText('Saved').waitFor()
  expect(await region.getAttribute('aria-label')).toBe('Notifications (F8)')
  await page.keyboard.press('F8')
  expect(await region.evaluate((element) => element.contains(document.activeElement))).toBe(true)
})

test('F8 focuses the region before the first notification', async () => {
  const { page, region } = await setup()
  await page.keyboard.press('F8')
  await region.waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.activeElement?.closest('[role=region]'))
  await page.evaluate(() => host.toast({ title: 'Saved' }))
  await region.getByText('Saved').waitFor()
})

test('closing a notification keeps the dialog beside it open', async () => {
  const { page } = await setup()
  await page.getByRole('button', { name: 'Sign In' }).click()
  const email = page.getByRole('dialog').getByLabel('Email')
  await email.fill('jane@example.com')
  await page.evaluate(() => host.toast({ title: 'Saved', durationMs: 60_000 }))
  // Not by role: a modal dialog removes everything else from the accessibility tree.
  const notification = page.locator('[data-toast]', { hasText: 'Saved' })
  await notification.locator('button[aria-label="Close"]').click()
  await notification.waitFor({ state: 'detached' })
  expect(await email.inputValue()).toBe('jane@example.com')
})

test('the region is at most 420 px wide from medium screens up, and full width on a phone', async () => {
  for (const [width, expected] of [
    [undefined, 420],
    [PHONE_WIDTH, PHONE_WIDTH],
  ] as const) {
    const { page, region, items } = await setup(width)
    await page.evaluate(() => host.toast({ title: 'Saved' }))
    await items.getByText('Saved').waitFor()
    expect((await region.locator('ol').boundingBox())?.width).toBe(expected)
  }
})

test('on a phone, a dialog ends above a notification, so all of it is reachable', async () => {
  const { page } = await setup(PHONE_WIDTH)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').waitFor()
  await page.evaluate(() =>
    host.toast({
      title: 'You were signed out',
      description: 'Your session has ended. Sign in to continue.',
      durationMs: 60_000,
    }),
  )
  // Not by role: a modal dialog removes everything else from the accessibility tree.
  const notification = page.locator('li', { hasText: 'You were signed out' })
  await notification.waitFor()
  // A trial click only checks that a tap would reach the element.
  for (const part of [
    dialog.getByRole('heading', { name: 'Sign In' }),
    dialog.getByLabel('Email'),
    dialog.getByLabel('Password', { exact: true }),
    dialog.getByRole('button', { name: 'Sign up' }),
  ])
    await part.click({ trial: true, timeout: 10_000 })
  expect(await notification.isVisible()).toBe(true)
})

async function swipe(page: Page, byPx: number): Promise<void> {
  const toast = page.getByText('Saved').last()
  // `hover` waits until the toast stops moving: it slides in, and slides back after a swipe that was too short.
  await toast.hover()
  const box = await toast.boundingBox()
  if (box === null) throw new Error('there is no toast to swipe')
  const [x, y] = [box.x + 10, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 4; step++) await page.mouse.move(x + (byPx * step) / 4, y)
  await page.mouse.up()
}
