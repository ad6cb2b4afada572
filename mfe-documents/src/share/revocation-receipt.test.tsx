/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type StubResponse, startService } from '../testing/service.ts'
import { RevocationReceipt } from './revocation-receipt.tsx'

let stop: () => Promise<unknown>
afterEach(async () => {
  cleanup()
  await stop()
})

test('downloads the receipt, or shows why it is not available yet', async () => {
  const savedNames: string[] = []
  URL.createObjectURL = () => 'blob:receipt'
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = function () {
    savedNames.push(this.download)
  }
  const responses: StubResponse[] = [{ status: 409, body: 'The receipt is not signed yet.' }]
  const service = await startService(
    () => responses.shift() ?? { body: 'inkproof/revocation-receipt/v1' },
  )
  stop = service.stop
  const user = userEvent.setup()
  render(<RevocationReceipt id="certificate-1" fileName="lease.pdf" />)
  const button = screen.getByRole('button', { name: 'Download revocation receipt' })
  await user.click(button)
  expect(await screen.findByText('The receipt is not signed yet.')).toBeTruthy()
  await user.click(button)
  await waitFor(() => expect(savedNames).toEqual(['lease.pdf.revocation-receipt']))
  expect(screen.queryByText('The receipt is not signed yet.')).toBeNull()
  expect(service.requests.map(({ path }) => path)).toEqual(
    Array(2).fill('/api/v1/certificates/certificate-1/revocation-receipt'),
  )
})
