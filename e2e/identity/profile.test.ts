/** Name, picture, history, export and account deletion, as a user sees them in the settings. */
import { readFile } from 'node:fs/promises'
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { axeFindings } from '../support/axe.ts'
import { contentWidth, PHONE_WIDTH } from '../support/browser.ts'
import { openNewAccount } from '../support/factors.ts'
import { signIn } from '../support/sign-in.ts'
import { certify, makeTrialFile } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const visit = createVisitors(() => testSystem().origin)

/** Opens the settings page as a new user. */
async function setup(options: Parameters<typeof visit>[0] = {}) {
  const visitor = await visit(options)
  const person = await openNewAccount(visitor.page)
  return { ...visitor, person, section: sectionsOf(visitor.page) }
}

function sectionsOf(page: Page) {
  return (name: string) => page.getByRole('region', { name, exact: true })
}

const accountButton = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `Account menu for ${name}` })
const fileInput = (page: Page) =>
  page.getByRole('region', { name: 'Profile', exact: true }).getByLabel('Files', { exact: true })
const takeScreenshot = (page: Page) => page.screenshot({ type: 'jpeg' })

test('a name is saved, and shown in the header immediately and after a reload', async () => {
  const { page, section, browserErrors } = await setup()
  await section('Profile').getByLabel('First Name').fill('Ada')
  await section('Profile').getByLabel('Last Name').fill('Lovelace')
  const save = section('Profile').getByRole('button', { name: 'Save name' })
  await save.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Name saved').first().waitFor()
  // The button was disabled while saving. If focus were not restored, a keyboard user would start at the top again.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Save name')
  await accountButton(page, 'Ada Lovelace').waitFor()
  await page.reload()
  await accountButton(page, 'Ada Lovelace').waitFor()
  expect(await section('Profile').getByLabel('First Name').inputValue()).toBe('Ada')
  expect(browserErrors).toEqual([])
})

test('a picture of 4.9 MB is previewed, saved, shown beside the name, and removed', async () => {
  const { page, section, browserErrors } = await setup()
  const small = await takeScreenshot(page)
  // Bytes after the end of a JPEG are ignored, so this only makes the file larger.
  const buffer = Buffer.concat([small, Buffer.alloc(4.9 * 1024 * 1024 - small.length)])
  await fileInput(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByAltText('Your new picture, cropped').waitFor()
  await section('Profile').getByRole('button', { name: 'Save picture' }).click()
  await page.getByText('Picture saved').first().waitFor()
  const picture = page.getByRole('banner').locator('img[src^="/api/auth/pictures/"]')
  await picture.waitFor()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
  await section('Profile').getByRole('button', { name: 'Remove your picture' }).click()
  await picture.waitFor({ state: 'detached' })
  expect(browserErrors).toEqual([])
})

test('a file that is not a picture is rejected with an error', async () => {
  const { page } = await setup()
  const buffer = Buffer.from('%PDF-1.7')
  await fileInput(page).setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer })
  await page.getByText('cv.pdf is not a supported picture format.').waitFor()
  await fileInput(page).setInputFiles({ name: 'cv.png', mimeType: 'image/png', buffer })
  await page.getByText('Your browser cannot show this file as a picture.').waitFor()
})

test('the export contains all stored data in one file, with the certificates', async () => {
  const { page, section, person } = await setup()
  await page.goto('/')
  await makeTrialFile(page, 'I was here.')
  await certify(page)
  await page.goto('/user-profile')
  const downloading = page.waitForEvent('download')
  await section('Data export').getByRole('button', { name: 'Export my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^inkproof-export-\d{4}-\d\d-\d\d\.json$/)
  const text = await readFile(await download.path(), 'utf8')
  const exported = JSON.parse(text)
  expect(exported.account.email).toBe(person.email)
  expect(exported.certificates.shown).toHaveLength(1)
  expect(text).not.toContain('argon2')
  await section('Data export').getByText('and 1 certificate').waitFor()
})

test('a request for account deletion ends other sessions and can be cancelled', async () => {
  const { page, section, person } = await setup()
  const other = await visit()
  await other.page.goto('/user-profile')
  await signIn(other.page, person)
  await requestDeletion(page)
  const notice = page.getByText(/^Your account will be deleted on /)
  await notice.waitFor()
  await other.page.reload()
  await other.page.getByRole('dialog').waitFor()
  await page.reload()
  await notice.waitFor()
  await page.getByRole('button', { name: 'Keep my account' }).first().click()
  await notice.waitFor({ state: 'detached' })
  const history = section('History').getByRole('listitem')
  await history.getByText('Account deletion cancelled').waitFor()
  await history.getByText('Account deletion requested').waitFor()
  await history.getByText('Signed in on a new device').waitFor()
})

test('names, picture and deletion are operable by keyboard alone', async () => {
  const { page, section } = await setup()
  await section('Profile').getByLabel('First Name').focus()
  await page.keyboard.type('Grace')
  await page.keyboard.press('Enter')
  await accountButton(page, 'Grace').waitFor()
  const choosing = page.waitForEvent('filechooser')
  await section('Profile').getByRole('button', { name: 'Choose or drop a picture' }).press('Enter')
  const name = 'me.jpg'
  const buffer = await takeScreenshot(page)
  await (await choosing).setFiles({ name, mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Save picture' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Picture saved').first().waitFor()
  await section('Delete account').getByRole('button', { name: 'Delete my account' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel(/^Type/).press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const back = section('Delete account').getByRole('button', { name: 'Delete my account' })
  expect(await back.evaluate((button) => button === document.activeElement)).toBe(true)
})

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the %s theme, and a phone scrolls only vertically',
  async (theme) => {
    const { page, section } = await setup({ theme, width: PHONE_WIDTH })
    const open = section('Delete account').getByRole('button', { name: 'Delete my account' })
    await open.waitFor()
    const buffer = await takeScreenshot(page)
    await fileInput(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('button', { name: 'Save picture' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await contentWidth(page)).toBe(PHONE_WIDTH)
    await open.click()
    await page.getByRole('dialog').waitFor()
    expect(await axeFindings(page)).toEqual([])
  },
)

async function requestDeletion(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Delete my account' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel(/^Type/).fill('delete my account')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.waitFor({ state: 'detached' })
}
