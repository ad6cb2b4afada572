/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */

import { useSession } from '@inkproof/slice'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { hold, show, startService, USER } from '../testing/page.tsx'
import { Component as AuthTestPage } from './auth-test.page.tsx'

let stop: () => Promise<void>
afterEach(() => stop())

async function setup() {
  const service = await startService(({ method, url }) => {
    if (url === '/api/auth/me') return { body: { user: USER }, headers: { 'x-request-id': 'r-1' } }
    return { status: method === 'POST' ? 400 : 200, body: { code: 'INVALID_INPUT' } }
  })
  stop = service.stop
  show(<AuthTestPage />)
  return { ...service, user: userEvent.setup() }
}

test('shows who is signed in and what the token says, never the token', async () => {
  await setup()
  const token = ['{"kid":"k1"}', '{"exp":4000000000}'].map(btoa).join('.')
  hold(USER, `${token}.signature`)
  expect(screen.getByText('signed in')).toBeTruthy()
  expect(screen.getByText('k1')).toBeTruthy()
  expect(document.body.textContent).not.toContain('signature')
})

test('runs a call and shows status, time, request id and answer', async () => {
  const { user } = await setup()
  hold()
  await user.click(screen.getByRole('button', { name: 'Run GET /api/auth/me' }))
  const answer = within(await screen.findByRole('status', { name: 'Answer of GET /api/auth/me' }))
  expect(answer.getByText('200')).toBeTruthy()
  expect(answer.getByText('r-1')).toBeTruthy()
  expect(answer.getByText(/ada\.lovelace/)).toBeTruthy()
})

test('every authentication call of the product can be run', async () => {
  await setup()
  const calls = screen.getAllByRole('button', { name: /^Run / })
  expect(calls.map((call) => call.getAttribute('aria-label')?.slice('Run '.length))).toEqual([
    'GET /api/auth/me',
    'GET /api/auth/captcha',
    'POST /api/auth/login',
    'POST /api/auth/register',
    'POST /api/auth/siwe-message',
    'POST /api/auth/wallet-auth',
    'POST /api/auth/forgot-password',
    'POST /api/auth/logout',
  ])
})

test('a refusal is an answer like any other and does not end the session', async () => {
  const { user } = await setup()
  hold()
  await user.click(screen.getByRole('button', { name: 'Run POST /api/auth/login' }))
  expect(await screen.findByText('400')).toBeTruthy()
  expect(useSession.getState().status).toBe('signed-in')
})

test('running the logout signs this browser out', async () => {
  const { user } = await setup()
  hold()
  await user.click(screen.getByRole('button', { name: 'Run POST /api/auth/logout' }))
  await waitFor(() => expect(useSession.getState().status).toBe('signed-out'))
})
