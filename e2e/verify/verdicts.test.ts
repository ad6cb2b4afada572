/**
 * Every answer of the Verify page in a real browser, from the list of cases that all verifiers share. The record and
 * the node of each case are chosen in the advanced settings and served by a server of another origin.
 */
import { randomBytes } from 'node:crypto'
import { testSystem } from '@inkproof/launcher/testing/control'
import { type ServedRecord, serveRecord } from '@inkproof/proof/testing/serve-record'
import { type Scenario, VERDICT_CASES } from '@inkproof/proof/testing/verdict-cases'
import { openBrowser } from '@inkproof/slice-kit/release/browser'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP_WIDTH, newVisitor, PHONE_WIDTH, type Visitor } from '../support/browser.ts'

/** In an order in which the theme changes once per answer. */
const SCREENS = [
  { theme: 'light', width: PHONE_WIDTH },
  { theme: 'light', width: DESKTOP_WIDTH },
  { theme: 'dark', width: DESKTOP_WIDTH },
  { theme: 'dark', width: PHONE_WIDTH },
] as const

type Screen = (typeof SCREENS)[number]

const TONES: Readonly<Record<string, string>> = {
  verified: 'positive',
  'standing-outdated': 'positive',
  existed: 'positive',
  changed: 'negative',
  revoked: 'negative',
  broken: 'negative',
  replaced: 'warning',
  'foreign-record': 'warning',
  'too-few-witnesses': 'warning',
  incomplete: 'warning',
  'certificate-found': 'neutral',
  'not-anchored': 'neutral',
  'not-final': 'neutral',
}

/** What the answer leaves open. */
const NOTES: Partial<Record<string, string>> = {
  'standing-outdated': 'Whether it was revoked since could not be checked.',
  replaced: 'Ask the sender for the newer version.',
  changed: 'Ask the sender for the file that was certified.',
  revoked: 'Ask the sender which version applies now.',
  broken: 'Ask the sender for a new proof file.',
}

let browser: Browser
let visitor: Visitor
let shown = 0

beforeAll(async () => {
  browser = await openBrowser()
  visitor = await newVisitor(browser, testSystem().origin, { theme: 'light' })
  await visitor.page.goto('/verify')
  await visitor.page.getByRole('button', { name: /^Advanced/ }).click()
})
afterAll(() => browser.close())

test.each(VERDICT_CASES.map((row) => [row.name, row] as const))(
  'shows the answer for %s on every screen',
  async (_name, row) => {
    const { page, browserErrors } = visitor
    const scenario = await row.create(new Date())
    const served = await serveRecord(scenario.record)
    await applySettings(page, scenario, served)
    await expectOnEveryScreen(documentsOf(scenario), {
      code: row.code,
      tone: TONES[row.code],
      headline: row.headline,
      context: expect.stringMatching(contextPattern(row.context)),
      note: NOTES[row.code] ?? null,
    })
    await resetSettings(page, scenario)
    await served.stop()
    // The browser reports each missing file of a record that cannot be read.
    const isExpected = (text: string) => !scenario.isRecordReachable && text.includes('404')
    expect(browserErrors.splice(0).filter((text) => !isExpected(text))).toEqual([])
  },
)

test('says on every screen that no certificate was found', async () => {
  await expectOnEveryScreen([{ name: 'unknown.pdf', buffer: randomBytes(64) }], {
    code: 'not-found',
    tone: 'neutral',
    headline: 'No certificate found for this file.',
    context:
      'Saving, printing or sending through a messenger creates a different file. Do you have the proof file?',
    note: null,
  })
})

test('every answer was shown on every screen', () => {
  expect(VERDICT_CASES).toHaveLength(16)
  expect(new Set(VERDICT_CASES.map(({ code }) => code))).toEqual(new Set(Object.keys(TONES)))
  expect(shown).toBe(SCREENS.length * (VERDICT_CASES.length + 1))
})

type Document = { name: string; buffer: Buffer }

/** Drops the files on each screen, and expects the answer inside the window and focused. */
async function expectOnEveryScreen(documents: Document[], answer: object): Promise<void> {
  const { page } = visitor
  for (const screen of SCREENS) {
    await showScreen(page, screen)
    await chooseFiles(page, documents)
    expect({ screen, ...(await readAnswer(page)) }).toEqual({
      screen,
      ...answer,
      isInsideWindow: true,
      hasFocus: true,
    })
    shown += 1
    await page.getByRole('button', { name: 'Start over' }).click()
  }
}

async function showScreen(page: Page, { theme, width }: Screen): Promise<void> {
  await page.setViewportSize({ width, height: width === PHONE_WIDTH ? 812 : 900 })
  const isShown = await page.evaluate(
    (name) => document.documentElement.classList.contains(name),
    theme,
  )
  if (!isShown) await page.getByRole('button', { name: /theme/i }).click()
}

/** In the open advanced settings: chooses the record, the node and the question of a case. */
async function applySettings(page: Page, scenario: Scenario, served: ServedRecord): Promise<void> {
  const { policyText, hasNode, isRecordReachable, existenceOnly } = scenario
  if (policyText !== null) {
    await page.getByLabel(/^Or its public key/).fill(policyText)
    const address = isRecordReachable ? served.logUrl : `${served.logUrl}/missing`
    await page.getByLabel(/^Address of the record/).fill(address)
    await page.getByRole('button', { name: 'Trust this record' }).click()
    await page.getByRole('button', { name: /^Remove / }).waitFor()
  }
  if (hasNode) {
    await page.getByRole('radio', { name: 'Custom node' }).click()
    await page.getByLabel('Node address').fill(served.rpcUrl)
    await page.getByRole('button', { name: 'Use this node' }).click()
  } else {
    await page.getByRole('radio', { name: 'None', exact: true }).click()
  }
  if (existenceOnly) await clickExistenceOnly(page)
}

/** Undoes what {@link applySettings} chose, except the node. */
async function resetSettings(page: Page, scenario: Scenario): Promise<void> {
  if (scenario.existenceOnly) await clickExistenceOnly(page)
  if (scenario.policyText === null) return
  const remove = page.getByRole('button', { name: /^Remove / })
  await remove.click()
  await remove.waitFor({ state: 'detached' })
}

function clickExistenceOnly(page: Page): Promise<void> {
  return page.getByRole('checkbox', { name: 'Check only that the file existed' }).click()
}

function documentsOf({ document, proofFile }: Scenario): Document[] {
  return [
    { name: 'document.pdf', bytes: document },
    { name: 'document.pdf.tlog-proof', bytes: proofFile },
  ].flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, buffer: Buffer.from(bytes) }]))
}

async function chooseFiles(page: Page, files: Document[]): Promise<void> {
  const inputs = files.map((file) => ({ ...file, mimeType: 'application/octet-stream' }))
  await page.locator('input[type=file]').first().setInputFiles(inputs)
}

/** Waits for the answer and its focus, and reads what the reader sees. */
async function readAnswer(page: Page) {
  await page.waitForFunction(() => {
    const panel = document.querySelector('[data-verdict]')
    return document.activeElement?.tagName === 'SECTION' && document.activeElement.contains(panel)
  })
  return await page.locator('[data-verdict]').evaluate((panel) => {
    const announced = panel.querySelector('[role=status]')
    const [context, note] = announced?.querySelectorAll('p') ?? []
    const { top, bottom } = (announced as Element).getBoundingClientRect()
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    return {
      code: panel.getAttribute('data-verdict'),
      tone: panel.getAttribute('data-tone'),
      headline: announced?.querySelector('h2')?.textContent,
      context: context?.textContent,
      note: note?.textContent ?? null,
      isInsideWindow: top >= header && bottom <= innerHeight,
      hasFocus: document.activeElement?.contains(panel),
    }
  })
}

const TIME = String.raw`(today, \d\d:\d\d [AP]M|[A-Z][a-z]+ \d{1,2}, \d{4} at \d\d:\d\d [AP]M) (UTC|GMT[+-][\d:]+)`

function contextPattern(context: string): RegExp {
  const parts = context
    .split('{time}')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join(TIME)}$`)
}
