/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { decodeQR } from 'qr/decode.js'
import { qrMatrix } from '../share/qr-matrix.ts'
import { sampleInstallation } from '../testing/installation.ts'
import { openVerifyPage } from '../testing/verify-page.ts'

const INSTALLATION = await sampleInstallation()
const LINK = 'https://proofs.example/share/link-12345'

let close: () => Promise<void>
afterEach(() => close())

test('a scanned code finds its certificate, closes the dialog and turns the camera off', async () => {
  const { user, camera } = await setup({ text: LINK })
  await user.click(screen.getByRole('button', { name: 'Scan QR code' }))
  expect(await screen.findByRole('heading', { name: 'Certificate found.' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(camera).toEqual({ opened: 1, stopped: 1 })
})

test('a code of something else is explained, and closing the dialog turns the camera off', async () => {
  const { user, camera } = await setup({ text: 'WIFI:S:Lobby;;' })
  await user.click(screen.getByRole('button', { name: 'Scan QR code' }))
  expect(await screen.findByText(/^Paste a link that contains/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(camera).toEqual({ opened: 1, stopped: 1 }))
})

test.each([
  ['NotAllowedError', /Allow it in your browser’s settings for this site/],
  ['NotFoundError', /No camera was found/],
  ['NotReadableError', /Another program is using the camera/],
])('says what to do after a %s', async (name, text) => {
  const { user } = await setup({ error: new DOMException('', name) })
  await user.click(screen.getByRole('button', { name: 'Scan QR code' }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('the decoder that is loaded on demand reads the QR code of a certificate', () => {
  expect(decodeQR(pictureOf(qrMatrix(LINK)))).toBe(LINK)
})

type Setup = { text?: string; error?: DOMException }

/** jsdom has neither a camera nor a detector, so the test provides both. */
async function setup({ text = '', error }: Setup) {
  const camera = { opened: 0, stopped: 0 }
  const stream = { getTracks: () => [{ stop: () => (camera.stopped += 1) }] }
  const getUserMedia = async () => {
    if (error) throw error
    camera.opened += 1
    return stream
  }
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  Object.assign(HTMLMediaElement.prototype, { play: async () => undefined })
  Object.assign(globalThis, {
    BarcodeDetector: class {
      static async getSupportedFormats(): Promise<string[]> {
        return ['qr_code']
      }
      detect = async () => [{ rawValue: text }]
    },
  })
  const page = await openVerifyPage(INSTALLATION.handler)
  close = page.close
  return { ...page, camera }
}

const SCALE = 6
const BORDER = 4

/** Draws a QR code with its quiet zone in RGBA. */
function pictureOf(matrix: boolean[][]) {
  const size = (matrix.length + 2 * BORDER) * SCALE
  const data = new Uint8Array(size * size * 4).fill(255)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isDark = matrix[Math.floor(y / SCALE) - BORDER]?.[Math.floor(x / SCALE) - BORDER]
      if (isDark) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
    }
  }
  return { width: size, height: size, data }
}
