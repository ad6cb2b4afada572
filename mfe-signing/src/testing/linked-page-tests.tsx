import { fromBase64Url } from '@inkproof/proof/bytes'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { afterEach, beforeEach } from '@jest/globals'
import { screen } from '@testing-library/react'
import { forgetBrowser, openConfirmation, openLinkedPage } from './linked-page.tsx'
import type { openSigning } from './open-signing.tsx'
import { MAILED_CODE, type SigningLinkService } from './signing-link-service.ts'

/**
 * Starts a service before each test of a file, closes the page and the service after it, and returns what people do on the page of
 * the link.
 *
 * @param start starts the service
 */
export function linkedPageForEachTest(start: () => Promise<SigningLinkService>) {
  let link: SigningLinkService
  let page: ReturnType<typeof openSigning>
  beforeEach(async () => {
    sessionStorage.clear()
    link = await start()
  })
  afterEach(async () => {
    page.close()
    await forgetBrowser()
    await link.stop()
  })

  const press = async (name: string | RegExp): Promise<void> =>
    page.user.click(await screen.findByRole('button', { name }))
  return {
    open: () => {
      page = openLinkedPage()
    },
    /** Opens the confirmation below the document, of which everything is filled in. */
    openConfirmation: async () => {
      page = await openConfirmation()
    },
    close: () => page.close(),
    press,
    /** @param submit label of the button */
    enterCode: async (submit: string) => {
      await page.user.type(await screen.findByLabelText(/Code from the e-mail/), MAILED_CODE)
      await press(submit)
    },
    heading: (name: string) => screen.findByRole('heading', { level: 1, name }),
    /** Returns the bodies that the service received with a call. */
    sent: (name: string) => link.sent(name),
    /** Returns the statement that was sent first with this call. */
    sentStatement: (name: 'statement' | 'decline' = 'statement') => {
      const { signedStatement } = JSON.parse(link.sent(name)[0] ?? '')
      return decodeSignedStatement(fromBase64Url(signedStatement))
    },
  }
}
