/** @jest-environment ./packages/slice-kit/src/testing/ethers-page-env.mjs */
import '../testing/page-globals.ts'
import '../testing/link-page-globals.ts'
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { BEN_SIGNATURE, forgetBrowser } from '../testing/linked-page.tsx'
import { linkedPageForEachTest } from '../testing/linked-page-tests.tsx'
import { startSigningLinkService } from '../testing/signing-link-service.ts'
import { installTestPasskey, type TestPasskey } from '../testing/test-passkey.ts'

let passkey: TestPasskey
const registered: TestPasskey['known'][] = []

const { close, enterCode, heading, openConfirmation, press, sent, sentStatement } =
  linkedPageForEachTest(async () => {
    passkey = await installTestPasskey()
    registered.splice(0, registered.length, passkey.known)
    const link = await startSigningLinkService({ fields: [BEN_SIGNATURE], passkeys: registered })
    passkey.visitByName()
    return link
  })
afterEach(() => passkey.uninstall())

test('a recipient signs with any passkey of the site, whose prompt they close once before and once after the code', async () => {
  await openConfirmation()
  await press('Other ways to sign')
  await press('Sign with a passkey')
  passkey.browser.behavior = 'is cancelled'
  await press('Send code')
  expect(
    await screen.findByText(/^No passkey was used\. Try again, or sign without one/),
  ).toBeTruthy()
  expect(sent('code')).toEqual([])
  passkey.browser.behavior = 'signs'
  await press('Send code')
  passkey.browser.behavior = 'is cancelled'
  await enterCode('Sign document')
  expect(await screen.findByText(/^No passkey was used because the browser’s prompt/)).toBeTruthy()
  passkey.browser.behavior = 'signs with another key'
  await press('Sign document')
  expect(await screen.findByText(/^The passkey returned no valid signature/)).toBeTruthy()
  expect(sent('statement')).toEqual([])
  passkey.browser.behavior = 'signs'
  await press('Sign document')
  await heading('You have signed')
  expect(sentStatement().signature.type).toBe('passkey')
  const { id } = passkey.known
  expect(passkey.asked).toEqual([null, null, [id], [id], [id]])
})

test('a passkey that is not known here is refused, and another one can be used, or none', async () => {
  registered.length = 0
  await openConfirmation()
  await press('Other ways to sign')
  await press('Sign with a passkey')
  await press('Send code')
  expect(await screen.findByText('refused: SIGNING_PASSKEY_UNKNOWN')).toBeTruthy()
  await press('Send code')
  await waitFor(() => expect(sent('code')).toHaveLength(2))
  await screen.findByText('refused: SIGNING_PASSKEY_UNKNOWN')
  expect(passkey.asked).toEqual([null, null])
  await press('Sign without a passkey')
  expect(document.activeElement?.textContent).toBe('Sign with a passkey')
  expect(screen.queryByText('refused: SIGNING_PASSKEY_UNKNOWN')).toBeNull()
  await press('Send code')
  await enterCode('Sign document')
  await heading('You have signed')
  expect(sentStatement().signature.type).toBe('key')
})

test('the same passkey goes on in another browser without a code; one that has no passkeys says so', async () => {
  await openConfirmation()
  await press('Other ways to sign')
  await press('Sign with a passkey')
  await press('Send code')
  passkey.browser.behavior = 'is cancelled'
  await enterCode('Sign document')
  await screen.findByText(/^No passkey was used/)
  close()
  await forgetBrowser()
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  await openConfirmation()
  expect(await screen.findByText(/^Passkeys cannot be used in this browser/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign document' }).hasAttribute('disabled')).toBe(true)
  await press('Sign without a passkey')
  expect(screen.queryByRole('button', { name: 'Sign with a passkey' })).toBeNull()
  close()
  Object.assign(globalThis, { PublicKeyCredential: Object })
  passkey.browser.behavior = 'signs'
  await openConfirmation()
  await screen.findByText('You have confirmed your e-mail address with this passkey.')
  await press('Sign document')
  await heading('You have signed')
  expect(passkey.asked.slice(-1)).toEqual([[passkey.known.id]])
})
