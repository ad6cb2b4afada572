/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import '../testing/page-globals.ts'
import '../testing/link-page-globals.ts'
import 'fake-indexeddb/auto'
import { fromBase64Url } from '@inkproof/proof/bytes'
import type { Envelope } from '@inkproof/signing/envelope'
import { revealedText } from '@inkproof/signing/hidden-value'
import { decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { removeEnteredFor, writeEnteredFor } from '../filling/entered-db.ts'
import { removeEnvelope } from '../signing/signing-db.ts'
import { openSigning } from '../testing/open-signing.tsx'
import { sampleDraft, sampleField, samplePdf } from '../testing/sample-draft.ts'
import { field, LINK_ID, LINK_SECRET } from '../testing/sample-linked-request.ts'
import {
  MAILED_CODE,
  refuse,
  type SigningLinkService,
  startSigningLinkService,
} from '../testing/signing-link-service.ts'
import { Component } from './signing-link.page.tsx'

let link: SigningLinkService
let page: ReturnType<typeof openSigning>

beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  page.close()
  await removeEnteredFor(LINK_ID)
  await removeEnvelope(LINK_ID)
  await link.stop()
})

type Options = Parameters<typeof startSigningLinkService>[0]
const SIGNATURE = field('ben-signature', 'signature', 120, {
  rectangle: { x: 72, y: 120, width: 120, height: 24 },
})
const BOX = field('ben-box', 'checkbox', 550)
/** Nothing in it needs a font: the signature is too low for a caption. */
const PLAIN = [BOX, SIGNATURE]

async function open(options: Options = {}, hash = `#${LINK_SECRET}`) {
  link = await startSigningLinkService({ fields: PLAIN, ...options })
  show(hash)
  return page
}

function show(hash = `#${LINK_SECRET}`): void {
  const routes = (
    <main>
      <Routes>
        <Route path="/sign/:token" element={<Component />} />
      </Routes>
    </main>
  )
  page = openSigning(routes, `/sign/${LINK_ID}${hash}`)
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const press = async (name: string | RegExp) =>
  page.user.click(await screen.findByRole('button', { name }))

/** The signature was entered on an earlier visit of this browser, and the same picture into `other`. */
async function enterSignature(other = 'ben-signature'): Promise<void> {
  const { value } = sampleDraft().fields[1] ?? sampleField('signature')
  if (value)
    await writeEnteredFor({
      link: LINK_ID,
      values: { 'ben-signature': value, [other]: value },
      code: null,
    })
}

/** From the introduction to the code, with everything filled in. */
async function goToCode(label: RegExp = /Continue signing|Review and/): Promise<void> {
  await press(label)
  const box = screen.queryByRole('checkbox', { name: /Checkbox/ }) ?? (await findBox())
  if (box) await page.user.click(box)
  await press('Continue')
  await page.user.click(await screen.findByRole('checkbox', { name: /I agree/ }))
  await press('Send code')
}

async function findBox(): Promise<HTMLElement | null> {
  await screen.findByRole('list', { name: 'Pages' })
  return screen.queryByRole('checkbox', { name: /Checkbox/ })
}

async function enterCode(code = MAILED_CODE, submit = 'Sign document'): Promise<void> {
  await page.user.type(await screen.findByLabelText(/Code from the e-mail/), code)
  await press(submit)
}

test('a recipient fills in the document, confirms who they are and signs, without a field that is hidden again', async () => {
  await enterSignature('ben-initials')
  const conditions = [{ field: 'ben-box', is: 'differs' as const, value: '1' }]
  await open({
    fields: [BOX, field('ben-initials', 'initials', 300), SIGNATURE],
    describe: (description) => ({
      ...description,
      fields: description.fields.map((item) =>
        item.type === 'initials' ? { ...item, conditions } : item,
      ),
    }),
  })
  await heading('Lease 2026')
  expect(screen.getByText('Reis Homes asks you to sign this document.')).toBeTruthy()
  expect(screen.getByText('Please sign by Friday.')).toBeTruthy()
  await goToCode()
  expect(await screen.findByText(/We sent a 6-digit code to b•••@example.org/)).toBeTruthy()
  await enterCode()
  await heading('You have signed')
  const { statement } = link.service
  expect(statement?.act).toBe('sign')
  expect(statement?.values.map(({ field: id, kind }) => `${id} ${kind}`)).toEqual([
    'ben-box value',
    'ben-signature appearance',
  ])
})

test('the secret is only in the bodies of requests', async () => {
  await enterSignature()
  await open()
  await goToCode()
  await enterCode()
  await heading('You have signed')
  expect(link.requests.length).toBeGreaterThan(4)
  expect(link.requests.filter(({ path }) => path.includes('ssss'))).toEqual([])
  expect(link.requests.every(({ body }) => body.includes(LINK_SECRET))).toBe(true)
})

test('a code with spaces is accepted, a short or wrong one is explained', async () => {
  await enterSignature()
  await open()
  await goToCode()
  await enterCode('31')
  expect(await screen.findByText('Enter all six digits.')).toBeTruthy()
  await enterCode('9999')
  expect(await screen.findByText(/This code is incorrect or has expired/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^New code available/ })).toBeTruthy()
  const input = screen.getByLabelText(/Code from the e-mail/)
  expect(input.getAttribute('autocomplete')).toBe('one-time-code')
  await page.user.clear(input)
  await page.user.click(input)
  await page.user.paste(' 314 159 ')
  await press('Sign document')
  await heading('You have signed')
})

test('another code can be requested only after a while', async () => {
  await enterSignature()
  await open()
  await goToCode()
  await press('Nothing arrived?')
  const resend = await screen.findByRole('button', { name: /New code available in \d+ seconds/ })
  expect(resend.hasAttribute('disabled')).toBe(true)
})

test('says how long the code is valid, and what to do if it does not arrive', async () => {
  await enterSignature()
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await open({
    intercept: (name) =>
      name === 'code'
        ? {
            status: 200,
            body: { to: 'b•••@example.org', expiresAt: inMinutes(90), nextAt: inMinutes(5) },
          }
        : undefined,
  })
  await goToCode()
  expect(await screen.findByText(/It is valid for 1 h 30 min\./)).toBeTruthy()
  await press('Nothing arrived?')
  expect(screen.getByText(/Check your spam folder/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'New code available in 5 minutes' })).toBeTruthy()
})

test('a code that has expired is not called valid', async () => {
  await enterSignature()
  await open({
    intercept: (name) => {
      const at = new Date(Date.now() + 1_500).toISOString()
      const body = { to: 'b•••@example.org', expiresAt: at, nextAt: at }
      return name === 'code' ? { status: 200, body } : undefined
    },
  })
  await goToCode()
  const expired = await screen.findByText(/The code has expired\. Ask for a new one\./)
  expect(expired.textContent).not.toContain('It is valid')
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeTruthy()
})

test('after a code was sent, only one button is shown, and everything else is collapsed', async () => {
  await enterSignature()
  await open()
  await goToCode()
  const form = (await screen.findByLabelText(/Code from the e-mail/)).closest('form')
  expect(
    screen.getAllByRole('button', { expanded: false }).map((line) => line.textContent),
  ).toEqual([
    'Read what you agree to',
    'Nothing arrived?',
    'Other ways to sign',
    'If you do not want to sign',
  ])
  expect(form?.querySelector('button')?.textContent).toBe('Sign document')
  for (const name of [/code/, 'Sign with a wallet', 'Decline', 'Hand over to someone else'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the code can be typed as soon as it was sent', async () => {
  await enterSignature()
  await open()
  await goToCode()
  const input = await screen.findByLabelText(/Code from the e-mail/)
  expect(document.activeElement).toBe(input)
})

test('the focus follows each step', async () => {
  await enterSignature()
  await open()
  const hasFocus = (element: HTMLElement) =>
    waitFor(() => expect(document.activeElement).toBe(element))
  await press('Continue signing')
  await hasFocus(await heading('Lease 2026'))
  await page.user.click(await screen.findByRole('checkbox', { name: /Checkbox/ }))
  await press('Continue')
  await hasFocus(await screen.findByRole('heading', { name: 'Agree and sign' }))
  await page.user.click(await screen.findByRole('checkbox', { name: /I agree/ }))
  await press('Send code')
  await enterCode()
  await hasFocus(await heading('You have signed'))
})

test('the focus moves to the heading after the access code', async () => {
  await open({ accessCode: 'blue-42' })
  await page.user.type(await screen.findByLabelText(/Access code/), 'blue-42')
  await press('Open the document')
  const title = await heading('Lease 2026')
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test('a tap on a field focuses its control within the tap, so that iPhones open the keyboard', async () => {
  await open({ fields: [field('ben-city', 'text', 650), SIGNATURE] })
  await press('Review and sign')
  fireEvent.click(await screen.findByRole('button', { name: /^Text, required/ }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Text/ }))
})

test('too many codes are explained', async () => {
  await enterSignature()
  await open({
    intercept: (name) => (name === 'code' ? refuse('SIGNING_CODES_USED_UP', 429) : undefined),
  })
  await goToCode()
  expect(await screen.findByText('refused: SIGNING_CODES_USED_UP')).toBeTruthy()
})

test('what was entered survives a reload', async () => {
  await open()
  await press('Review and sign')
  const box = await screen.findByRole('checkbox', { name: /Checkbox/ })
  await page.user.click(box)
  expect(box.getAttribute('aria-checked')).toBe('true')
  page.close()
  show()
  await press('Continue signing')
  const restored = await screen.findByRole('checkbox', { name: /Checkbox/ })
  expect(restored.getAttribute('aria-checked')).toBe('true')
})

test('leads from one required field to the next', async () => {
  await open({ fields: [field('ben-city', 'text', 650), SIGNATURE] })
  await press('Review and sign')
  expect(await screen.findByText('0 of 2 filled in')).toBeTruthy()
  await press('Start')
  expect(await screen.findByRole('textbox', { name: /Text/ })).toBeTruthy()
})

test('after a lost response, the same statement is sent again', async () => {
  await enterSignature()
  let losses = 1
  await open({
    intercept: (name) => (name === 'statement' && losses-- > 0 ? 'drop' : undefined),
  })
  await goToCode()
  await enterCode()
  expect(await screen.findByText('Your signature could not be sent')).toBeTruthy()
  await press('Try again')
  await heading('You have signed')
  const [first, second] = link.sent('statement')
  expect(second).toBe(first)
})

test('says that a field could not be drawn, and does not ask for a code', async () => {
  await enterSignature()
  await open({ fields: [field('ben-signature', 'signature', 120)] })
  await press('Continue signing')
  expect(await screen.findByText('The fields could not be drawn')).toBeTruthy()
  await press('Continue')
  expect(await screen.findByText('The fields could not be drawn')).toBeTruthy()
  await page.user.click(screen.getByRole('checkbox', { name: /I agree/ }))
  expect(screen.getByRole('button', { name: 'Send code' }).hasAttribute('disabled')).toBe(true)
})

test('a document with other bytes is not shown', async () => {
  await open({ prepared: samplePdf('other') })
  await press('Review and sign')
  expect(await screen.findByText('The document does not match the request')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Pages' })).toBeNull()
})

test.each<[string, (description: Envelope) => Partial<Envelope>]>([
  ['title', (d) => ({ title: `${d.title}!` })],
  ['message', () => ({ messageHash: new Uint8Array(32) })],
  ['deadline', () => ({ expiresAt: new Date('2028-01-01T00:00:00Z') })],
  ['fields', ({ fields }) => ({ fields: fields.map((one) => ({ ...one, label: 'Other' })) })],
  [
    'text that you agree to',
    () => ({ consents: [{ language: 'en', version: 'own-1', fingerprint: new Uint8Array(32) }] }),
  ],
])('a request with another %s is not shown', async (what, change) => {
  await open({ describe: (d) => ({ ...d, ...change(d) }) })
  await press('Review and sign')
  expect(await screen.findByText(new RegExp(`difference: .*${what}`))).toBeTruthy()
})

test('a recipient declines with a reason', async () => {
  await open()
  await press('Decline')
  await page.user.type(
    await screen.findByLabelText(/Reason/),
    'The rent is wrong.{Enter}It is too high.',
  )
  await press('Send code')
  await enterCode(MAILED_CODE, 'Decline document')
  await heading('You declined')
  expect(link.service.statement?.act).toBe('decline')
  const { signedStatement } = JSON.parse(link.sent('decline')[0] ?? '')
  const { revealed } = decodeSignedStatement(fromBase64Url(signedStatement))
  // The service accepts a reason of one line only.
  expect(revealed.map(revealedText)).toEqual(['The rent is wrong. It is too high.'])
})

test('a recipient hands over', async () => {
  await open()
  await press('Hand over to someone else')
  await page.user.type(await screen.findByLabelText(/^Name/), 'Bo Lind')
  expect(screen.getByRole('button', { name: 'Send code' }).hasAttribute('disabled')).toBe(true)
  await page.user.type(screen.getByLabelText(/E-mail address/), 'bo@example.net')
  await press('Send code')
  await enterCode(MAILED_CODE, 'Hand over')
  await heading('Handed over')
  expect(JSON.parse(link.sent('hand-over')[0] ?? '')).toMatchObject({
    name: 'Bo Lind',
    email: 'bo@example.net',
  })
})

test('an approver approves without fields', async () => {
  await open({ role: 'approver', fields: [] })
  await goToCode(/Review and approve/)
  await enterCode(MAILED_CODE, 'Approve document')
  await heading('You have approved')
  expect(link.service.statement?.act).toBe('approve')
})

test('a second browser waits for the sender', async () => {
  await enterSignature()
  await open({ isBoundElsewhere: true })
  expect(await screen.findByText(/confirmed your e-mail address in another browser/)).toBeTruthy()
  await goToCode()
  await enterCode()
  await heading('Permission needed')
  expect(link.sent('statement')).toEqual([])
})
