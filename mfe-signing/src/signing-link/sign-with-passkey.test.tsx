/** @jest-environment ./packages/slice-kit/src/testing/ethers-page-env.mjs */
import '../testing/page-globals.ts'
import '../testing/link-page-globals.ts'
import 'fake-indexeddb/auto'
import { fromBase64Url } from '@inkproof/proof/bytes'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { BEN_SIGNATURE, forgetBrowser, openConfirmation } from '../testing/linked-page.tsx'
import type { openSigning } from '../testing/open-signing.tsx'
import {
  MAILED_CODE,
  type SigningLinkService,
  startSigningLinkService,
} from '../testing/signing-link-service.ts'
import { installTestPasskey, type TestPasskey } from '../testing/test-passkey.ts'

let link: SigningLinkService
let page: ReturnType<typeof openSigning>
let passkey: TestPasskey
const registered: TestPasskey['known'][] = []

beforeEach(async () => {
  sessionStorage.clear()
  passkey = await installTestPasskey()
  registered.splice(0, registered.length, passkey.known)
  link = await startSigningLinkService({ fields: [BEN_SIGNATURE], passkeys: registered })
  passkey.visitByName()
})
afterEach(async () => {
  page.close()
  passkey.uninstall()
  await forgetBrowser()
  await link.stop()
})

async function show(): Promise<void> {
  page = await openConfirmation()
}

const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }))
const enterCode = async () => {
  await page.user.type(await screen.findByLabelText(/Code from the e-mail/), MAILED_CODE)
  await press('Sign document')
}
const signed = () => screen.findByRole('heading', { level: 1, name: 'You have signed' })
const sentKeyType = () => {
  const { signedStatement } = JSON.parse(link.sent('statement')[0] ?? '')
  return decodeSignedStatement(fromBase64Url(signedStatement)).signature.type
}

test('a recipient signs with any passkey of the site, whose prompt they close once before and once after the code', async () => {
  await show()
  await press('Sign with a passkey')
  passkey.browser.behavior = 'is cancelled'
  await press('Send code')
  expect(
    await screen.findByText(/^No passkey was used\. Try again, or sign without one/),
  ).toBeTruthy()
  expect(link.sent('code')).toEqual([])
  passkey.browser.behavior = 'signs'
  await press('Send code')
  passkey.browser.behavior = 'is cancelled'
  await enterCode()
  expect(await screen.findByText(/^No passkey was used because the browser’s prompt/)).toBeTruthy()
  passkey.browser.behavior = 'signs with another key'
  await press('Sign document')
  expect(await screen.findByText(/^The passkey returned no valid signature/)).toBeTruthy()
  expect(link.sent('statement')).toEqual([])
  passkey.browser.behavior = 'signs'
  await press('Sign document')
  await signed()
  expect(sentKeyType()).toBe('passkey')
  const { id } = passkey.known
  expect(passkey.asked).toEqual([null, null, [id], [id], [id]])
})

test('a passkey that is not known here is refused, and another one can be used, or none', async () => {
  registered.length = 0
  await show()
  await press('Sign with a passkey')
  await press('Send code')
  expect(await screen.findByText('refused: SIGNING_PASSKEY_UNKNOWN')).toBeTruthy()
  await press('Send code')
  await waitFor(() => expect(link.sent('code')).toHaveLength(2))
  await screen.findByText('refused: SIGNING_PASSKEY_UNKNOWN')
  expect(passkey.asked).toEqual([null, null])
  await press('Sign without a passkey')
  expect(document.activeElement?.textContent).toBe('Sign with a passkey')
  expect(screen.queryByText('refused: SIGNING_PASSKEY_UNKNOWN')).toBeNull()
  await press('Send code')
  await enterCode()
  await signed()
  expect(sentKeyType()).toBe('key')
})

test('the same passkey goes on in another browser without a code; one that has no passkeys says so', async () => {
  await show()
  await press('Sign with a passkey')
  await press('Send code')
  passkey.browser.behavior = 'is cancelled'
  await enterCode()
  await screen.findByText(/^No passkey was used/)
  page.close()
  await forgetBrowser()
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  await show()
  expect(await screen.findByText(/^Passkeys cannot be used in this browser/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign document' }).hasAttribute('disabled')).toBe(true)
  await press('Sign without a passkey')
  expect(screen.queryByRole('button', { name: 'Sign with a passkey' })).toBeNull()
  page.close()
  Object.assign(globalThis, { PublicKeyCredential: Object })
  passkey.browser.behavior = 'signs'
  await show()
  await screen.findByText('You have confirmed your e-mail address with this passkey.')
  await press('Sign document')
  await signed()
  expect(passkey.asked.slice(-1)).toEqual([[passkey.known.id]])
})
