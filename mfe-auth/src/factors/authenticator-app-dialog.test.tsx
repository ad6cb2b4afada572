/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show, signInAs, startService } from '../testing/page.tsx'
import { AuthenticatorAppDialog, type SetupStep } from './authenticator-app-dialog.tsx'

const CODES: SetupStep = { name: 'codes', codes: ['7K3M-0QXR-94TD'], isNew: true }
const SCAN: SetupStep = {
  name: 'scan',
  setup: { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Inkproof' },
}

let stop: () => Promise<void>
beforeEach(async () => {
  ;({ stop } = await startService(() => ({
    status: 403,
    headers: { 'inkproof-error': 'CODE_WRONG' },
    body: 'Enter the code your app shows now, or an unused recovery code.',
  })))
  signInAs()
})
afterEach(() => stop())

function setup(step: SetupStep) {
  const closeCalls = { count: 0 }
  show(
    <AuthenticatorAppDialog
      step={step}
      onCodes={async (createCodes) => void (await createCodes())}
      onClose={() => {
        closeCalls.count += 1
      }}
    />,
  )
  return { closeCalls, user: userEvent.setup({ pointerEventsCheck: 0 }) }
}

test('keeps the recovery codes open until the user confirms having saved them', async () => {
  const { closeCalls, user } = setup(CODES)
  const dialog = screen.getByRole('dialog', { name: 'Save your recovery codes' })
  await user.keyboard('{Escape}')
  await user.click(dialog.parentElement ?? document.body)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(closeCalls.count).toBe(0)
  await user.click(screen.getByRole('button', { name: 'I’ve saved my codes' }))
  expect(closeCalls.count).toBe(1)
})

test('the setup can be cancelled at any time', async () => {
  const { closeCalls, user } = setup(SCAN)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('dialog').parentElement ?? document.body)
  expect(closeCalls.count).toBe(3)
})

test('the wrong-code error during setup does not mention recovery codes', async () => {
  const { user } = setup(SCAN)
  await user.type(screen.getByLabelText('Code'), '000000')
  await user.click(screen.getByRole('button', { name: 'Turn on authenticator app' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^Incorrect code\. Enter the code your app shows now/)
  expect(alert.textContent).not.toContain('recovery')
})
