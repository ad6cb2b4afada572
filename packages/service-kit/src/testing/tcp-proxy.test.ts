import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
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

/** Connects and waits until the connection is closed. `fetch` would connect again and again. */
function waitForClosedConnection(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => socket.destroy())
  return new Promise((resolve) => void socket.resume().on('close', () => resolve()))
}

test('keeps its port while it is cut', async () => {
  proxy.cut()
  const port = Number(new URL(proxy.url).port)
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error')
  expect(error.code).toBe('EADDRINUSE')
  await waitForClosedConnection(port)
  proxy.restore()
  expect([await get('b'), handled]).toEqual(['ok', ['/b']])
})

test('loses the response to the next matching request, which the server has processed', async () => {
  proxy.loseResponseTo('GET', '/lost')
  const responses = [await get('a'), await get('lost'), await get('lost')]
  expect(responses).toEqual(['ok', 'no response', 'ok'])
  expect(handled).toEqual(['/a', '/lost', '/lost'])
})
