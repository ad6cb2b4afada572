import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const server = createServer((req, res) => {
  handled.push(req.url ?? '')
  res.end('ok')
})
let handled: string[]
let proxy: TcpProxy

beforeEach(async () => {
  handled = []
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  proxy = await startTcpProxy(new URL(`http://127.0.0.1:${port}/`))
})
afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  await once(server.close(), 'close')
})

const get = (path: string) =>
  fetch(proxy.url + path).then(
    (response) => response.text(),
    () => 'no response',
  )

test('keeps its port while it is cut', async () => {
  proxy.cut()
  const other = createServer().listen(Number(new URL(proxy.url).port), '127.0.0.1')
  const [error] = await once(other, 'error')
  expect([error.code, await get('a')]).toEqual(['EADDRINUSE', 'no response'])
  proxy.restore()
  expect([await get('b'), handled]).toEqual(['ok', ['/b']])
})

test('loses the response to the next matching request, which the server has processed', async () => {
  proxy.loseResponseTo('GET', '/lost')
  const responses = [await get('a'), await get('lost'), await get('lost')]
  expect(responses).toEqual(['ok', 'no response', 'ok'])
  expect(handled).toEqual(['/a', '/lost', '/lost'])
})
