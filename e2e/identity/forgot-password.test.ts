/** Requesting a password reset link through the gateway, as described in sections 2 to 9 of the specification. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import { delayRequests, failWithoutMessage, openDialog, recordCalls } from '../support/sign-in.ts'
import { newPerson } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const FORGOT = '/api/auth/forgot-password'

const visit = createVisitors(() => testSystem().origin)

async function setup() {
  const { page } = await visit()
  await page.goto('/nothing-here')
  const dialog = await openDialog(page)
  await dialog.button('Forgot your password?').click()
  return { page, dialog, send: dialog.button('Send Reset Link') }
}

test('the card has an e-mail field, the verification, and a button that is disabled until the user is verified', async () => {
  const { page, dialog, send } = await setup()
  expect(await dialog.outline()).toEqual([
    'Email',
    'Verify now',
    'Send Reset Link',
    'Back to Sign In',
    'Close',
  ])
  const field = dialog.field('Email')
  expect([await field.getAttribute('type'), await field.evaluate(isRequired)]).toEqual([
    'email',
    true,
  ])
  expect(await send.isDisabled()).toBe(true)
  await field.fill('ann@example.com')
  await dialog.panel.getByText('Verified').waitFor()
  expect(await send.isEnabled()).toBe(true)
  // With its worker blocked, the verification never produces a token.
  await page.route('**/*.worker.*.js', (route) => route.abort())
  await dialog.button('Back to Sign In').click()
  await dialog.button('Forgot your password?').click()
  expect(await send.isDisabled()).toBe(true)
})

test('sends e-mail and token, disables the button while sending, and confirms with the specified text', async () => {
  const { page, dialog, send } = await setup()
  const { email } = newPerson()
  const calls = recordCalls(page, FORGOT)
  const release = await delayRequests(page, FORGOT)
  await dialog.field('Email').fill(email)
  await send.click()
  await dialog.panel.locator('button[type=submit] svg.animate-spin').waitFor()
  expect(await dialog.panel.locator('button[type=submit]').isDisabled()).toBe(true)
  release()
  await dialog.title('Check Your Email').waitFor()
  for (const sentence of [
    "We've sent a password reset link to your email address if an account exists.",
    "If you don't see the email in your inbox, check your spam folder. The reset link will expire in 1 hour.",
  ])
    await dialog.panel.getByText(sentence, { exact: true }).waitFor()
  expect(calls.map(({ method, body }) => [method, body])).toEqual([
    ['POST', { email, turnstileToken: expect.stringMatching(/^ey/) }],
  ])
  await dialog.button('Back to Sign In').click()
  await dialog.title('Sign In').waitFor()
})

test.each([
  ['503: Try later.', (text: string) => ({ status: 503, body: text.slice('503: '.length) })],
  ['500: Internal Server Error', () => ({ status: 500, body: '' })],
])('shows a refusal as %s, and the form can be resubmitted', async (sentence, createResponse) => {
  const { page, dialog, send } = await setup()
  await page.route(`**${FORGOT}`, (route) => route.fulfill(createResponse(sentence)))
  await dialog.field('Email').fill(newPerson().email)
  await send.click()
  await dialog.alert.getByText(sentence, { exact: true }).waitFor()
  await page.unroute(`**${FORGOT}`)
  await send.click()
  await dialog.title('Check Your Email').waitFor()
})

test('a failure without a message is shown as: Failed to send reset email. Please try again.', async () => {
  const { page, dialog, send } = await setup()
  await failWithoutMessage(page, FORGOT)
  await dialog.field('Email').fill(newPerson().email)
  await send.click()
  await dialog.alert
    .getByText('Failed to send reset email. Please try again.', { exact: true })
    .waitFor()
})

function isRequired(input: Element): boolean {
  return input instanceof HTMLInputElement && input.required
}
