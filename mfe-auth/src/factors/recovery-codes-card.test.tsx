/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'

const CODES = ['7K3M-0QXR-94TD', 'P2VW-8HZC-5NJA']

type Download = { name: string; blob: Blob }
const kept: Blob[] = []
const downloads: Download[] = []

let stop: () => Promise<void>
beforeEach(async () => {
  kept.length = 0
  downloads.length = 0
  // jsdom supports neither object URLs nor downloads.
  URL.createObjectURL = (blob) => `blob:${kept.push(blob as Blob) - 1}`
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = function click() {
    const blob = kept[Number(this.href.slice('blob:'.length))]
    if (blob) downloads.push({ name: this.download, blob })
  }
  ;({ stop } = await startService(() => ({ status: 204 })))
  signInAs()
  show(<RecoveryCodesCard codes={CODES} isNew onDone={() => undefined} />)
})
afterEach(() => stop())

/** Replaces the browser's windows, which jsdom lacks. */
function openWindow() {
  const page = document.implementation.createHTMLDocument()
  const nothing: () => void = () => undefined
  const sheet = { document: page, printed: '', closed: false, onPrinted: nothing }
  window.open = () =>
    Object.assign(sheet, {
      addEventListener: (_: string, listener: () => void) => {
        sheet.onPrinted = listener
      },
      print: () => {
        sheet.printed = page.body.textContent ?? ''
      },
      close: () => {
        sheet.closed = true
      },
    }) as unknown as Window
  return sheet
}

const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))

function textOf(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob ?? new Blob())
  })
}

test('downloads the codes as text with their account and purpose', async () => {
  await press('Download')
  expect(downloads.map(({ name }) => name)).toEqual(['inkproof-recovery-codes.txt'])
  const text = await textOf(downloads[0]?.blob)
  expect(text).toContain(`Inkproof recovery codes for ${location.origin}`)
  expect(text).toContain(`Account: ${USER.email}`)
  expect(text).toContain('Each code works once')
  expect(text.split('\n').filter((line) => CODES.includes(line))).toEqual(CODES)
})

test('prints only that text, from a window that closes afterwards', async () => {
  const sheet = openWindow()
  await press('Print')
  await press('Download')
  expect(sheet.printed).toBe(await textOf(downloads[0]?.blob))
  expect(sheet.document.title).toBe('Recovery codes')
  expect(sheet.closed).toBe(false)
  sheet.onPrinted()
  expect(sheet.closed).toBe(true)
})

test('reports a blocked window and still offers the download', async () => {
  window.open = () => null
  await press('Print')
  expect(screen.getByText(/print window could not be opened\. Download/)).toBeTruthy()
  openWindow()
  await press('Print')
  expect(screen.queryByText(/print window could not be opened/)).toBeNull()
})
