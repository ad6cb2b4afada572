import { act, screen } from '@testing-library/react'
import { setAdvancedOpen } from '../verify/advanced.store.ts'
import { startOver, verifyFiles } from '../verify/verify-input.ts'
import { DEFAULT_OPTIONS, setVerifyOptions } from '../verify/verify-options.store.ts'
import { openPage, type Respond } from './open-page.tsx'

type Options = Parameters<typeof openPage>[2]

/** Opens the Verify page, empty and with its default settings. `close` leaves it so for the next test. */
export async function openVerifyPage(respond: Respond, options: Options = {}) {
  const page = await openPage('/verify', respond, options)
  async function close(): Promise<void> {
    startOver()
    setVerifyOptions(DEFAULT_OPTIONS)
    setAdvancedOpen(false)
    await page.close()
  }
  return { ...page, close }
}

/** Adds files as the drop zone does; each one gets this fingerprint. */
export function dropFiles(fingerprint: string, ...files: File[]): Promise<void> {
  return act(() => verifyFiles(files, async () => fingerprint))
}

/** Waits for an answer with this headline. Returns its panel. */
export async function findAnswer(headline: RegExp): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name: headline })
  const panel = heading.closest('section')
  if (panel === null) throw new Error(`the headline ${headline} is not in a panel`)
  return panel
}
