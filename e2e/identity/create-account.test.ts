/** Creating an account through the gateway, as described in sections 2 to 9 of the specification. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import { failWithoutMessage, openDialog, recordCalls, storedSession } from '../support/sign-in.ts'
import { newPerson } from '../support/steps.ts'
import { createVisitors } from '../support/visitors.ts'

const REGISTER = '/api/auth/register'
const PLACEHOLDER = 'disabled-for-testing'

const visit = createVisitors(() => testSystem().origin)

async function setup() {
  const { page } = await visit()
  await page.goto('/nothing-here')
  const dialog = await openDialog(page)
  await dialog.button('Sign up').click()
  return { page, dialog }
}

test('Create Account has its fields and button in order, the links and the CAPTCHA notice', async () => {
  const { dialog } = await setup()
  const outline = await dialog.outline()
  expect(outline.filter((name) => name !== 'Show password').slice(0, 6)).toEqual([
    'First Name',
    'Last Name',
    'Email',
    'Password',
    'Confirm Password',
    'Create Account',
  ])
  expect(outline).toEqual(expect.arrayContaining(['Sign up with Wallet', 'Sign in']))
  expect(await dialog.field('Password').getAttribute('placeholder')).toBe('Minimum 8 characters')
  await dialog.panel.getByText('CAPTCHA is temporarily disabled for testing').waitFor()
})

test.each([
  ['1234567', '1234567', 'Password must be at least 8 characters long'],
  ['blotting paper', 'blotting sand', 'Passwords do not match'],
])('registration refuses %s, confirmed as %s: %s', async (password, confirmation, sentence) => {
  const { page, dialog } = await setup()
  const calls = recordCalls(page, REGISTER)
  await dialog.field('Email').fill(newPerson().email)
  await dialog.field('Password').fill(password)
  await dialog.field('Confirm Password').fill(confirmation)
  await dialog.button('Create Account').click()
  await dialog.alert.getByText(sentence, { exact: true }).waitFor()
  expect(calls).toEqual([])
})

test.each([
  ['both names', { firstName: ' Ann ', lastName: 'Lee' }, { firstName: 'Ann', lastName: 'Lee' }],
  ['no names', { firstName: '', lastName: '   ' }, {}],
])(
  'sends %s, the placeholder token, and no password confirmation',
  async (_names, typed, names) => {
    const { page, dialog } = await setup()
    const { email, password } = newPerson()
    const calls = recordCalls(page, REGISTER)
    await dialog.field('First Name').fill(typed.firstName)
    await dialog.field('Last Name').fill(typed.lastName)
    await dialog.field('Email').fill(email)
    await dialog.field('Password').fill(password)
    await dialog.field('Confirm Password').fill(password)
    await dialog.button('Create Account').click()
    await dialog.panel.waitFor({ state: 'detached' })
    expect(calls.map(({ body }) => body)).toEqual([
      { email, password, ...names, turnstileToken: PLACEHOLDER },
    ])
    const { token, user } = await storedSession(page)
    expect(token).toMatch(/^ey/)
    expect(JSON.parse(user ?? '')).toMatchObject({ email, firstName: null, ...names })
  },
)

test.each([
  ['letmein1', /^400: This password is too easy to guess\./],
  ['inkproof of horses', /^400: This password contains your name/],
])('the service refuses the password %s and explains why', async (password, sentence) => {
  const { dialog } = await setup()
  await dialog.field('Email').fill(newPerson().email)
  await dialog.field('Password').fill(password)
  await dialog.field('Confirm Password').fill(password)
  await dialog.button('Create Account').click()
  await dialog.alert.getByText(sentence).waitFor()
})

test('the strength meter explains weaknesses while typing, and does not block submitting', async () => {
  const { dialog } = await setup()
  const meter = dialog.panel.getByRole('status')
  await meter.getByText('Best: 15 characters or more, such as four random words.').waitFor()
  await dialog.field('Password').fill('abcdefgh')
  await meter.getByText('Weak. Sequences such as abcd are easy to guess.').waitFor()
  await dialog.field('Password').fill('blotting sand')
  await meter.getByText('Fair. Use 15 characters or more to make it harder to guess.').waitFor()
  await dialog.field('Password').fill('correct horse battery staple')
  await meter.getByText('Strong. Very hard to guess.').waitFor()
  expect(await dialog.button('Create Account').isEnabled()).toBe(true)
})

test('the layout does not shift while a password is rated', async () => {
  const { dialog } = await setup()
  const meter = dialog.panel.getByRole('status')
  const position = () => dialog.button('Create Account').boundingBox()
  const before = await position()
  await dialog.field('Password').fill('correct horse battery staple')
  await meter.getByText('Strong. Very hard to guess.').waitFor()
  expect(await position()).toEqual(before)
})

test('a failure without a message is shown as: Registration failed. Please try again.', async () => {
  const { page, dialog } = await setup()
  await failWithoutMessage(page, REGISTER)
  await dialog.field('Email').fill(newPerson().email)
  await dialog.field('Password').fill('blotting sand')
  await dialog.field('Confirm Password').fill('blotting sand')
  await dialog.button('Create Account').click()
  await dialog.alert.getByText('Registration failed. Please try again.', { exact: true }).waitFor()
})
