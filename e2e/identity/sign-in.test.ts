/** The forms of the auth dialog and signing in, through the gateway, as in sections 2 to 9 of the specification. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { describe, expect, test } from '@jest/globals'
import {
  delayRequests,
  failWithoutMessage,
  openDialog,
  recordCalls,
  registerAccount,
  storedSession,
} from '../support/sign-in.ts'
import { newPerson } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const LOGIN = '/api/auth/login'
const WRONG = '401: Incorrect e-mail address or password. Check both and try again.'

const visit = createVisitors(() => testSystem().origin)

async function setup() {
  const visitor = await visit()
  await visitor.page.goto('/nothing-here')
  return { ...visitor, dialog: await openDialog(visitor.page) }
}

describe('the forms', () => {
  test('Sign In has e-mail, password, the verification, the button and the links, in this order', async () => {
    const { dialog } = await setup()
    const outline = await dialog.outline()
    expect(outline.slice(0, 3)).toEqual(['Email', 'Password', 'Show password'])
    const named = [
      'Verify now',
      'Sign In',
      'Forgot your password?',
      'Sign in with Wallet',
      'Sign up',
    ]
    expect(outline.filter((name) => named.includes(name))).toEqual(named)
    await dialog.panel.getByText('Security Verification').waitFor()
  })

  test('sign-in leads to registration, the wallet card and the forgot-password card, and back; registration leads to the wallet card', async () => {
    const { dialog } = await setup()
    const steps: [string, string][] = [
      ['Sign up', 'Create Account'],
      ['Sign in', 'Sign In'],
      ['Sign in with Wallet', 'Sign In with Wallet'],
      ['Back to Email Sign In', 'Sign In'],
      ['Forgot your password?', 'Forgot Password'],
      ['Back to Sign In', 'Sign In'],
      ['Sign up', 'Create Account'],
      ['Sign up with Wallet', 'Sign In with Wallet'],
    ]
    for (const [button, title] of steps) {
      await dialog.button(button).click()
      await dialog.title(title).waitFor()
    }
  })

  test('always opens with an empty sign-in form', async () => {
    const { page, dialog } = await setup()
    await dialog.button('Sign up').click()
    await dialog.field('Email').fill('ann@example.com')
    await dialog.button('Close').click()
    const again = await openDialog(page)
    expect(await again.field('Email').inputValue()).toBe('')
  })

  test('a typed e-mail address is carried over to the forgot-password form', async () => {
    const { dialog } = await setup()
    await dialog.field('Email').fill('ann@example.com')
    await dialog.button('Forgot your password?').click()
    expect(await dialog.field('Email').inputValue()).toBe('ann@example.com')
  })

  test('a password is hidden, and the toggle shows and hides it', async () => {
    const { dialog } = await setup()
    const type = () => dialog.field('Password').getAttribute('type')
    expect(await type()).toBe('password')
    await dialog.button('Show password').click()
    expect(await type()).toBe('text')
    await dialog.button('Hide password').click()
    expect(await type()).toBe('password')
  })
})

describe('validation before anything is sent', () => {
  test('e-mail and password are required, and the e-mail must be valid', async () => {
    const { page, dialog } = await setup()
    const calls = recordCalls(page, LOGIN)
    const isInvalid = (label: string) =>
      dialog.field(label).evaluate((input) => input.matches(':invalid'))
    await dialog.button('Sign In').click()
    expect([await isInvalid('Email'), await isInvalid('Password')]).toEqual([true, true])
    await dialog.field('Email').fill('no address')
    expect(await isInvalid('Email')).toBe(true)
    for (const address of ['ann@example.com', 'почта@пример.рф', '用户@例え.jp']) {
      await dialog.field('Email').fill(address)
      expect(await isInvalid('Email')).toBe(false)
      expect(await dialog.field('Email').inputValue()).toBe(address)
    }
    await dialog.field('Email').fill('почта')
    expect(await isInvalid('Email')).toBe(true)
    await dialog.field('Email').fill('')
    await dialog.field('Email').pressSequentially('annéb@example.com')
    expect(await dialog.field('Email').inputValue()).toBe('annéb@example.com')
    expect(calls).toEqual([])
  })
})

describe('signing in', () => {
  test('sends e-mail, password and the verification token, with cookies, and stores token and user', async () => {
    const { page, context, dialog } = await setup()
    const { origin } = testSystem()
    const person = await registerAccount(origin)
    await context.addCookies([{ name: 'existing', value: 'cookie', url: `${origin}/api/auth/` }])
    const calls = recordCalls(page, LOGIN)
    await dialog.field('Email').fill(person.email)
    await dialog.field('Password').fill(person.password)
    await dialog.panel.getByText('Verified').waitFor()
    await dialog.button('Sign In').click()
    await dialog.panel.waitFor({ state: 'detached' })
    const { email, password } = person
    const turnstileToken = expect.stringMatching(/^ey/)
    expect(calls).toMatchObject([{ method: 'POST', body: { email, password, turnstileToken } }])
    expect(Object.keys(calls[0]?.body ?? {})).toHaveLength(3)
    expect(calls[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      cookie: expect.stringContaining('existing=cookie'),
    })
    const { token, user } = await storedSession(page)
    expect(token).toMatch(/^ey/)
    expect(JSON.parse(user ?? '')).toMatchObject({ email, id: person.user.id })
  })

  test('while pending, inputs and buttons are disabled and the button shows a spinner', async () => {
    const { page, dialog } = await setup()
    const person = await registerAccount(testSystem().origin)
    const release = await delayRequests(page, LOGIN)
    await dialog.field('Email').fill(person.email)
    await dialog.field('Password').fill(person.password)
    await dialog.button('Sign In').click()
    const submit = dialog.panel.locator('button[type=submit]')
    await submit.locator('svg.animate-spin').waitFor()
    const inForm = dialog.panel.locator('form :is(input, button)')
    expect(await inForm.count()).toBeGreaterThan(5)
    expect(
      await inForm.evaluateAll((all) => all.every((element) => element.matches(':disabled'))),
    ).toBe(true)
    release()
    await dialog.panel.waitFor({ state: 'detached' })
  })

  test('an error is shown above the fields as status and sentence, receives focus, and disappears with the next attempt', async () => {
    const { page, dialog } = await setup()
    const person = await registerAccount(testSystem().origin)
    const calls = recordCalls(page, LOGIN)
    await dialog.field('Email').fill(person.email)
    await dialog.field('Password').fill('not this one')
    await dialog.button('Sign In').click()
    const error = dialog.alert.getByText(WRONG, { exact: true })
    await error.waitFor()
    const [errorBox, fieldBox] = await Promise.all(
      [error, dialog.field('Email')].map((locator) => locator.boundingBox()),
    )
    expect(errorBox?.y).toBeLessThan(fieldBox?.y ?? 0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(WRONG)
    expect(await dialog.field('Password').inputValue()).toBe('not this one')
    await dialog.field('Password').fill(person.password)
    const release = await delayRequests(page, LOGIN)
    await dialog.button('Sign In').click()
    await error.waitFor({ state: 'detached' })
    release()
    await dialog.panel.waitFor({ state: 'detached' })
    // Each attempt sends a different token.
    const tokens = calls.map(({ body }) => body?.['turnstileToken'])
    expect(new Set(tokens).size).toBe(2)
  })
})

test('a failure without a message is shown as: Login failed. Please try again.', async () => {
  const { page, dialog } = await setup()
  await failWithoutMessage(page, LOGIN)
  await dialog.field('Email').fill(newPerson().email)
  await dialog.field('Password').fill('blotting sand')
  await dialog.button('Sign In').click()
  await dialog.alert.getByText('Login failed. Please try again.', { exact: true }).waitFor()
})
