import { expect, test } from '@jest/globals'
import { handleReadCall, READ_METHODS } from './read-calls.ts'

const NODE = 'https://node.example'

test.each([...READ_METHODS])('forwards %s unchanged', async (method) => {
  const { rpcFor, forwarded } = setup()
  const response = await handleReadCall(
    { id: 7, url: NODE, method, params: ['0x1', false] },
    rpcFor,
  )
  expect(response).toEqual({ id: 7, result: 'result' })
  expect(forwarded).toEqual([[NODE, method, ['0x1', false]]])
})

test.each(['eth_sendRawTransaction', 'eth_call', 'eth_accounts', 'anvil_setBalance', ''])(
  'rejects %p without forwarding it',
  async (method) => {
    const { rpcFor, forwarded } = setup()
    const response = await handleReadCall({ id: 7, url: NODE, method, params: [] }, rpcFor)
    expect(response).toEqual({ id: 7, error: `${method} is not an allowed method` })
    expect(forwarded).toEqual([])
  },
)

test.each(['file:///etc/passwd', 'ws://node.example', 'data:,x'])(
  'refuses to call %s',
  async (url) => {
    const { rpcFor, forwarded } = setup()
    const response = await handleReadCall({ id: 7, url, method: 'eth_chainId', params: [] }, rpcFor)
    expect(response).toEqual({ id: 7, error: 'only http and https nodes are supported' })
    expect(forwarded).toEqual([])
  },
)

test('explains that a node cannot be reached', async () => {
  const rpcFor = () => () => Promise.reject(new TypeError('Failed to fetch'))
  const response = await handleReadCall(
    { id: 7, url: NODE, method: 'eth_chainId', params: [] },
    rpcFor,
  )
  expect(response).toMatchObject({ error: expect.stringContaining('cannot be reached') })
})

function setup() {
  const forwarded: unknown[] = []
  const rpcFor = (url: string) => async (method: string, params: readonly unknown[]) => {
    forwarded.push([url, method, params])
    return 'result'
  }
  return { rpcFor, forwarded }
}
