/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { signedIn, signOut, useSession } from '@inkproof/slice'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { certificateWith } from '../testing/installation.ts'
import { nodeFile } from '../testing/node-file.ts'
import { ANA, BEN } from '../testing/people.ts'
import { type ReceivedRequest, type StubResponse, startService } from '../testing/service.ts'
import './clear-for-next-user.ts'
import { useVerify } from './verify.store.ts'
import { startOver, verifyFiles, verifyPasted, verifyShareLink } from './verify-input.ts'

let stop: () => Promise<unknown>
let lookUps: unknown[]
let respond: (request: ReceivedRequest) => StubResponse | Promise<StubResponse>

beforeEach(async () => {
  lookUps = []
  respond = ({ path }) =>
    path === '/api/v1/lookup' ? { body: { certificates: [] } } : { status: 404 }
  const service = await startService((request) => {
    if (request.path.endsWith('logout')) return { status: 204 }
    if (request.path === '/api/v1/lookup') lookUps.push(request.body)
    return respond(request)
  })
  stop = service.stop
})

afterEach(async () => {
  await signOut()
  startOver()
  await stop()
})

test('signing out removes the files, so the next user does not see them', async () => {
  signedIn(ANA, 'token-ana')
  await verify('dismissal.pdf')
  await signOut()
  expect(fileNames()).toEqual([])
})

test('signing in as another user removes the files', async () => {
  signedIn(ANA, 'token-ana')
  await verify('dismissal.pdf')
  signedIn(BEN, 'token-ben')
  expect(fileNames()).toEqual([])
})

test('a visitor’s files stay after signing in', async () => {
  await verify('lease.pdf')
  signedIn(ANA, 'token-ana')
  expect(fileNames()).toEqual(['lease.pdf'])
})

test('after a session has ended, verifies the files again as a visitor and keeps them only for the same user', async () => {
  signedIn(ANA, 'token-ana')
  await verify('dismissal.pdf')
  useSession.setState({ status: 'signed-out', user: null, token: null, hasEnded: true }, true)
  await outcome()
  expect(lookUps).toHaveLength(2)
  signedIn(ANA, 'token-ana-2')
  expect(fileNames()).toEqual(['dismissal.pdf'])
  useSession.setState({ status: 'signed-out', user: null, token: null, hasEnded: true }, true)
  signedIn(BEN, 'token-ben')
  expect(fileNames()).toEqual([])
})

test('after signing out, looks up no more of the queued files, and the next user does not wait for them', async () => {
  signedIn(ANA, 'token-ana')
  const held = holdResponses()
  await Promise.all(Array.from({ length: 8 }, (_, file) => verifyPasted(numbered(file))))
  await held.waitFor(6)
  await signOut()
  signedIn(BEN, 'token-ben')
  await verifyPasted(numbered(8))
  await held.waitFor(7)
  held.release()
  await outcome()
  expect(lookUps.slice(6)).toEqual([{ fingerprint: numbered(8) }])
})

test('the next user does not wait for a file whose lookup the service has postponed', async () => {
  signedIn(ANA, 'token-ana')
  respond = () => ({ status: 429, body: 'Too many requests.', headers: { 'retry-after': '80' } })
  const held = holdResponses()
  await Promise.all(Array.from({ length: 6 }, (_, file) => verifyPasted(numbered(file))))
  await held.waitFor(6)
  held.release()
  await signOut()
  respond = () => ({ body: { certificates: [] } })
  await verifyPasted(numbered(6))
  await waitFor(() => expect(lookUps).toHaveLength(7))
  expect(lookUps.slice(6)).toEqual([{ fingerprint: numbered(6) }])
})

test('after signing out, requests no further page of the user’s certificates', async () => {
  signedIn(ANA, 'token-ana')
  const pages: string[] = []
  respond = ({ path }) => {
    if (path === '/api/v1/lookup') return { body: { certificates: [] } }
    pages.push(path)
    const next = pages.length === 1 ? '2' : null
    return { body: { certificates: [], altered: [], total: 0, next } }
  }
  const held = holdResponses(({ path }) => path !== '/api/v1/lookup')
  await verifyPasted(numbered(0))
  await held.waitFor(1)
  await signOut()
  signedIn(BEN, 'token-ben')
  held.release()
  await verifyPasted(numbered(1))
  await outcome()
  expect(pages).toEqual([0, 1].map((file) => `/api/v1/certificates?fingerprint=${numbered(file)}`))
})

test('a share link that loads after signing out adds nothing to the page', async () => {
  signedIn(ANA, 'token-ana')
  respond = ({ path }) => ({
    body: path.endsWith('/proof') ? 'a proof' : certificateWith(numbered(1)),
  })
  const held = holdResponses()
  const loading = verifyShareLink('link-12345')
  await held.waitFor(2)
  await signOut()
  held.release()
  await loading
  expect(useVerify.getState().proofs).toEqual([])
})

test('files whose type is still being detected when another user signs in are not added to the page', async () => {
  signedIn(ANA, 'token-ana')
  const adding = verifyFiles([new File(['some text'], 'dismissal.pdf')], async () => numbered(1))
  signedIn(BEN, 'token-ben')
  await adding
  expect(fileNames()).toEqual([])
})

test('a proof file that is read after signing out is not added to the page', async () => {
  signedIn(ANA, 'token-ana')
  const proof = nodeFile('', 'dismissal.pdf.tlog-proof')
  proof.text = async () => {
    await signOut()
    return 'a proof'
  }
  await verifyFiles([proof], async () => numbered(1))
  expect(useVerify.getState().proofs).toEqual([])
})

/** Holds the responses to these requests until they are released. */
function holdResponses(isHeld: (request: ReceivedRequest) => boolean = () => true) {
  const respondNow = respond
  let received = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  respond = async (request) => {
    if (!isHeld(request)) return respondNow(request)
    received += 1
    await released
    return respondNow(request)
  }
  return { waitFor: (count: number) => waitFor(() => expect(received).toBe(count)), release }
}

function numbered(file: number): string {
  return file.toString(16).padStart(64, '0')
}

async function verify(name: string): Promise<void> {
  await verifyFiles([new File(['some text'], name)], async () => 'a'.repeat(64))
  await outcome()
}

/** Resolves once the only file has a result. */
function outcome(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const [result] = Object.values(useVerify.getState().outcomes)
      if (result === undefined || result.step === 'checking') return
      unsubscribe()
      resolve()
    }
    const unsubscribe = useVerify.subscribe(check)
    check()
  })
}

function fileNames(): string[] {
  return useVerify.getState().files.map(({ name }) => name)
}
