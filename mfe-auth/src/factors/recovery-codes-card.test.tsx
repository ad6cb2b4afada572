/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'

const CODES = ['7K3M-0QXR-94TD', 'P2VW-8HZC-5NJA']

type Download = { name: string; blob: Blob }
const blobs: Blob[] = []
const downloads: Download[] = []

let stop: () => Promise<void>
beforeEach(async () => {
  blobs.length = 0
  downloads.length = 0
  // jsdom supports neither object URLs nor downloads.
  URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob) - 1}`
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = function click() {
    const blob = blobs[Number(this.href.slice('blob:'.length))]
    if (blob) downloads.push({ name: this.download, blob })
  }
  ;({ stop } = await startService(() => ({ status: 204 })))
  signInAs()
  show(<RecoveryCodesCard codes={CODES} isNew onDone={() => undefined} />)
})
afterEach(() => stop())

/** Replaces `window.open`, which jsdom lacks, and returns the window it opens. */
function mockPrintWindow() {
  const page = document.implementation.createHTMLDocument()
  const noop: () => void = () => undefined
  const printWindow = { document: page, printed: '', closed: false, onPrinted: noop }
  window.open = () =>
    Object.assign(printWindow, {
      addEventListener: (_: string, listener: () => void) => {
        printWindow.onPrinted = listener
      },
      print: () => {
        printWindow.printed = page.body.textContent ?? ''
      },
      close: () => {
        printWindow.closed = true
      },
    }) as unknown as Window
  return printWindow
}

const clickButton = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))

function readText(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(blob ?? new Blob())
  })
}

test('downloads the codes as text with their account and purpose', async () => {
  await clickButton('Download')
  expect(downloads.map(({ name }) => name)).toEqual(['inkproof-recovery-codes.txt'])
  const text = await readText(downloads[0]?.blob)
  expect(text).toContain(`Inkproof recovery codes for ${location.origin}`)
  expect(text).toContain(`Account: ${USER.email}`)
  expect(text).toContain('You can use each code once')
  expect(text.split('\n').filter((line) => CODES.includes(line))).toEqual(CODES)
})

test('prints the same text from a window that closes afterwards', async () => {
  const printWindow = mockPrintWindow()
  await clickButton('Print')
  await clickButton('Download')
  expect(printWindow.printed).toBe(await readText(downloads[0]?.blob))
  expect(printWindow.document.title).toBe('Recovery codes')
  expect(printWindow.closed).toBe(false)
  printWindow.onPrinted()
  expect(printWindow.closed).toBe(true)
})

test('reports a blocked print window until printing succeeds', async () => {
  window.open = () => null
  await clickButton('Print')
  expect(screen.getByText(/print window could not be opened\. Download/)).toBeTruthy()
  mockPrintWindow()
  await clickButton('Print')
  expect(screen.queryByText(/print window could not be opened/)).toBeNull()
})
