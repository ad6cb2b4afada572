/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show, startService } from '../testing/page.tsx'
import { PasskeySignInButton } from './passkey-button.tsx'

/** Sets the URL of the page; provided by the test environment (browser-env.mjs). */
declare function visit(url: string): void

let stop: () => Promise<void>
afterEach(async () => {
  for (const name of ['isSecureContext', 'PublicKeyCredential'])
    Reflect.deleteProperty(globalThis, name)
  await stop()
})

test.each([
  [
    'types',
    (user: ReturnType<typeof userEvent.setup>) => user.type(screen.getByLabelText('Email'), 'a'),
  ],
  [
    'presses another button',
    (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByText('Wallet')),
  ],
])('the error of a passkey disappears when the user %s', async (_, tryOtherMethod) => {
  ;({ stop } = await startService(() => ({ status: 503, body: 'No passkeys today.' })))
  // Browsers use no passkeys for IP addresses.
  visit(location.href.replace('127.0.0.1', 'localhost'))
  Object.assign(globalThis, { isSecureContext: true, PublicKeyCredential: Object })
  show(
    <form>
      <input aria-label="Email" />
      <PasskeySignInButton disabled={false} />
      <button type="button">Wallet</button>
    </form>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  await screen.findByText(/No passkeys today/)
  await tryOtherMethod(user)
  await waitFor(() => expect(screen.queryByText(/No passkeys today/)).toBeNull())
})
