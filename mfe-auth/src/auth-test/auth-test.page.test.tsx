/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { readdirSync } from 'node:fs'
import type { CallDefinition } from '@inkproof/protocol/call'
import { useSession } from '@inkproof/slice'
import type { ReceivedRequest, TestResponse } from '@inkproof/slice/testing/serve'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show, signInAs, startService, USER } from '../testing/page.tsx'
import { Component as AuthTestPage } from './auth-test.page.tsx'
import { GROUPS } from './groups.ts'

const CALLS = GROUPS.flatMap(({ calls }) => calls)

let stop: () => Promise<void>
afterEach(() => stop())

async function setup(
  respond: (request: ReceivedRequest) => TestResponse = () => ({ status: 204 }),
) {
  const service = await startService((request) =>
    request.url === '/api/auth/me'
      ? { body: { user: USER }, headers: { 'x-request-id': 'r-1' } }
      : respond(request),
  )
  stop = service.stop
  show(<AuthTestPage />)
  return { ...service, user: userEvent.setup() }
}

type User = ReturnType<typeof userEvent.setup>

/** Opens the row of a call, named `METHOD /path`, and returns the button that runs it. */
async function open(user: User, name: string) {
  const row = getRow(name)
  await user.click(row.getByRole('button', { name: matchesButton(name) }))
  return row.getByRole('button', { name: `Run ${name}` })
}

/** Returns the queries of a call's row. Finds the row by its text, because finding its button by role is slow. */
function getRow(name: string) {
  const isButton = matchesButton(name)
  const buttons = screen
    .getAllByText(name.replace(/^\S+ /, ''))
    .map((path) => path.closest('button'))
    .filter((button) => isButton(button?.textContent ?? ''))
  expect(buttons).toHaveLength(1)
  return within(buttons[0]?.parentElement as HTMLElement)
}

function matchesButton(name: string) {
  const { method, path, summary } =
    CALLS.find((call) => `${call.method} ${call.path}` === name) ?? {}
  const text = `${method}${path}${summary}`.replaceAll(/\s/g, '')
  return (label: string) => label.replaceAll(/\s/g, '').startsWith(text)
}

async function confirm(user: User) {
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Run' }))
}

test('shows the signed-in user and the token’s contents, but never the token itself', async () => {
  await setup()
  const token = ['{"kid":"k1"}', '{"exp":4000000000}'].map(btoa).join('.')
  signInAs(USER, `${token}.c2lnbmVk`)
  expect(screen.getByText('signed in')).toBeTruthy()
  expect(screen.getByText('k1')).toBeTruthy()
  expect(document.body.textContent).not.toContain('c2lnbmVk')
})

/** The calls of svc-auth as the protocol defines them. */
async function definedCalls(): Promise<string[]> {
  const folder = 'packages/protocol/src/calls'
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
  const modules: Record<string, Partial<CallDefinition>>[] = []
  for (const file of files) modules.push(await import(`../../../${folder}/${file}`))
  return modules
    .flatMap((module) => Object.values(module))
    .filter(({ path }) => path?.startsWith('/api/auth/'))
    .map(({ method, path }) => `${method} ${path}`)
}

test('lists every authentication call exactly once', async () => {
  const all = await definedCalls()
  expect(all.length).toBeGreaterThan(60)
  expect(CALLS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(all.sort())
})

test('prefills the body of every call that takes one', () => {
  const withBody = CALLS.filter(({ body }) => body !== undefined)
  const withExample = CALLS.filter(({ console: entry }) => entry?.body !== undefined)
  expect(withExample).toEqual(withBody)
})

test('filters the calls by path, method, purpose or group', async () => {
  const { user } = await setup()
  expect(screen.getByText(`${CALLS.length} calls`)).toBeTruthy()
  await user.type(screen.getByLabelText('Find a call'), 'delete passkey')
  expect(screen.getByText(`1 of ${CALLS.length} calls`)).toBeTruthy()
  expect(screen.getByText('/api/auth/passkeys/:id')).toBeTruthy()
  await user.type(screen.getByLabelText('Find a call'), 'x')
  await user.click(screen.getByRole('button', { name: 'Show all calls' }))
  expect(screen.getByText(`${CALLS.length} calls`)).toBeTruthy()
})

test('runs a call and shows its status, duration, request id and response', async () => {
  const { user } = await setup()
  signInAs()
  await user.click(getRow('GET /api/auth/me').getByRole('button', { name: 'Run GET /api/auth/me' }))
  const response = within(
    await screen.findByRole('status', { name: 'Response from GET /api/auth/me' }),
  )
  expect(response.getByText('200')).toBeTruthy()
  expect(response.getByText('r-1')).toBeTruthy()
  expect(response.getByText(/ada\.lovelace/)).toBeTruthy()
})

test('shows the type and size of a response that is neither JSON nor text', async () => {
  const { user, requests } = await setup(() => ({
    body: 'RIFF',
    headers: { 'content-type': 'image/webp' },
  }))
  const run = await open(user, 'GET /api/auth/pictures/:id')
  await user.type(screen.getByLabelText('id'), 'p1')
  await user.click(run)
  expect(await screen.findByText('4 bytes of image/webp')).toBeTruthy()
  expect(requests[0]?.headers.accept).toContain('*/*')
})

test('asks for path parameters and encodes each as one path segment', async () => {
  const { user, requests } = await setup()
  const run = await open(user, 'GET /api/auth/email-test/:id')
  await user.click(run)
  expect(requests).toEqual([])
  await user.type(screen.getByLabelText('id'), 'a/b')
  await user.click(run)
  await waitFor(() => expect(requests[0]?.url).toBe('/api/auth/email-test/a%2Fb'))
})

test('sends the body as edited', async () => {
  const { user, sentTo } = await setup()
  const run = await open(user, 'POST /api/auth/reset-password/check')
  const body = screen.getByLabelText<HTMLTextAreaElement>('Body')
  expect(JSON.parse(body.value)).toEqual({ token: '' })
  await user.clear(body)
  await user.type(body, '{{"token":"t1"}')
  await user.click(run)
  await waitFor(() => expect(sentTo('/api/auth/reset-password/check')).toEqual([{ token: 't1' }]))
})

test('explains a call that changes something and asks for confirmation before running it', async () => {
  const { user, requests } = await setup()
  await user.click(await open(user, 'POST /api/auth/deletion'))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Run POST /api/auth/deletion?')).toBeTruthy()
  expect(dialog.getByText(/^Your account is deleted after/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(requests).toEqual([])
  await user.click(
    getRow('POST /api/auth/deletion').getByRole('button', { name: 'Run POST /api/auth/deletion' }),
  )
  await confirm(user)
  await waitFor(() => expect(requests[0]?.url).toBe('/api/auth/deletion'))
})

test('asks for confirmation of every PUT, PATCH or DELETE call, and of every call that changes the session', () => {
  const unconfirmed = CALLS.filter(({ console: entry }) => entry?.effect === undefined)
  expect(unconfirmed.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([])
  expect(unconfirmed.filter(({ console: entry }) => entry?.after !== undefined)).toEqual([])
})

test('shows an error response like any other, without ending the session', async () => {
  const { user } = await setup(() => ({ status: 401, body: { code: 'WRONG_CREDENTIALS' } }))
  signInAs()
  await user.click(await open(user, 'POST /api/auth/login'))
  await confirm(user)
  expect(await screen.findByText('401')).toBeTruthy()
  expect(useSession.getState().status).toBe('signed-in')
})

test('signs in this browser when a call signs in, without showing the token', async () => {
  const { user } = await setup(() => ({ body: { user: USER, token: 'fresh-token' } }))
  await user.click(await open(user, 'POST /api/auth/login'))
  await confirm(user)
  expect(await screen.findByText(/\(not shown\)/)).toBeTruthy()
  expect(useSession.getState().token).toBe('fresh-token')
  expect(document.body.textContent).not.toContain('fresh-token')
})

test('signs out this browser when the logout call runs', async () => {
  const { user } = await setup()
  signInAs()
  await user.click(await open(user, 'POST /api/auth/logout'))
  await confirm(user)
  await waitFor(() => expect(useSession.getState().status).toBe('signed-out'))
})
