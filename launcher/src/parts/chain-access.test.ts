/** Who can call the embedded chain. */
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { isRunning } from '../process/pid-file.ts'
import { waitFor } from '../process/wait.ts'
import {
  connectAsAnotherUser,
  isRoot,
  listeningAddresses,
  processesOfGroup,
  readProcFile,
} from '../testing/another-user.ts'
import { callChain as call, rpcMessage, setupChain } from '../testing/chain.ts'
import { chain, unguardedNode } from './chain.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

test.each<[string, RequestInit, (url: URL) => string]>([
  ['without the secret', {}, (url) => url.origin],
  ['with another secret', {}, (url) => `${url.origin}/${'a'.repeat(32)}`],
  ['with the first half of the secret', {}, (url) => url.href.slice(0, -16)],
  ['for a path after the secret', {}, (url) => `${url}/more`],
  ['that are not posted', { method: 'GET', body: null }, (url) => url.href],
])('refuses requests %s', async (_request, change, addressFor) => {
  const { start } = await setupChain(cleanups)
  const { url } = await start()
  const response = await fetch(addressFor(new URL(url)), {
    ...rpcMessage('anvil_mine', []),
    ...change,
  })
  expect([response.status, await response.text()]).toEqual([
    403,
    'The embedded chain only accepts requests from its own installation.\n',
  ])
  expect(await call(url, 'eth_blockNumber', [])).toBe('0x0')
})

test('another local user can neither connect to anvil nor find the secret', async () => {
  const { start, folder } = await setupChain(cleanups)
  const { url, process } = await start()
  const group = processesOfGroup(process.pid() ?? 0)
  const addresses = group.flatMap(listeningAddresses)
  const { body } = rpcMessage('anvil_mine', [])
  const request = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`
  const responses = await Promise.all(
    addresses.map(async (address) => [
      address.port === Number(new URL(url).port) ? 'guard' : 'anvil',
      (await connectAsAnotherUser(address, request)).slice(0, 12),
    ]),
  )
  expect(responses.toSorted()).toEqual([
    ['anvil', 'ENETUNREACH'],
    ['guard', 'HTTP/1.1 403'],
  ])
  expect(statSync(join(folder, 'chain')).mode & 0o777).toBe(0o700)
  const path = join(folder, 'chain/anvil.ipc')
  expect(await connectAsAnotherUser({ path })).toBe(isRoot() ? 'EACCES' : '')
  expect(await call(url, 'eth_blockNumber', [])).toBe('0x0')

  const secret = new URL(url).pathname.slice(1)
  const shown = group.map((id) => readProcFile(id, 'cmdline'))
  expect(shown).toHaveLength(2)
  const log = readFileSync(join(folder, 'logs/chain.log'), 'utf8')
  expect([...shown, log].filter((text) => text.includes(secret))).toEqual([])
})

test('has a new secret each time the launcher starts', async () => {
  const { context } = await setupChain(cleanups)
  const { pathname: first } = new URL((await chain.prepare(context)).addresses.url)
  const { pathname: second } = new URL((await chain.prepare(context)).addresses.url)
  expect(first).not.toBe(second)
})

test.each(['{"jsonrpc":', '1', 'null', ''])('refuses the incomplete message %j', async (body) => {
  const { start } = await setupChain(cleanups)
  const { url } = await start()
  expect((await fetch(url, { ...rpcMessage('eth_chainId', []), body })).status).toBe(400)
})

test('forwards large messages and batches', async () => {
  const { start } = await setupChain(cleanups)
  const { url } = await start()
  const address = `0x${'12'.repeat(20)}`
  const code = `0x${'60'.repeat(500_000)}`
  await call(url, 'anvil_setCode', [address, code])
  expect(await call(url, 'eth_getCode', [address, 'latest'])).toBe(code)
  const messages = [rpcMessage('eth_chainId', []), rpcMessage('eth_blockNumber', [])]
  const body = `[${messages.map((one) => one.body).join()}]`
  const response = await fetch(url, { ...rpcMessage('', []), body })
  expect((await response.json()).map(({ result }: { result: string }) => result)).toEqual([
    '0x7a69',
    '0x0',
  ])
})

test('reports that anvil does not respond', async () => {
  const { start, folder } = await setupChain(cleanups)
  const { url } = await start()
  rmSync(join(folder, 'chain/anvil.ipc'))
  expect((await fetch(url, rpcMessage('eth_chainId', []))).status).toBe(502)
})

test('does not leave anvil running when the guard is killed, and starts both again', async () => {
  const { start } = await setupChain(cleanups)
  const { url, process: guard } = await start()
  const before = processesOfGroup(guard.pid() ?? 0)
  process.kill(guard.pid() ?? 0, 'SIGKILL')
  await waitFor(async () => before.every((id) => !isRunning(Number(id))), {
    timeoutMs: 5000,
    what: 'the end of both processes',
  })
  const isBack = () => call(url, 'eth_chainId', []).then(Boolean, () => false)
  await waitFor(isBack, { timeoutMs: 10_000, what: 'the chain' })
})

test('without protection, has a notice that other users can call it', () => {
  const { url, notice } = unguardedNode({ port: 1234, folder: '', anvil: 'anvil' })
  expect(url).toBe('http://127.0.0.1:1234')
  expect(notice).toContain('other users of this computer can call the embedded chain')
})
