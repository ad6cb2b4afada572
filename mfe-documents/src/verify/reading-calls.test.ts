import { expect, test } from '@jest/globals'
import { answerReading, READING_METHODS } from './reading-calls.ts'

const NODE = 'https://node.example'

test.each([...READING_METHODS])('passes on %s unchanged', async (method) => {
  const { rpcAt, asked } = setup()
  const answer = await answerReading({ id: 7, url: NODE, method, params: ['0x1', false] }, rpcAt)
  expect(answer).toEqual({ id: 7, result: 'answer' })
  expect(asked).toEqual([[NODE, method, ['0x1', false]]])
})

test.each(['eth_sendRawTransaction', 'eth_call', 'eth_accounts', 'anvil_setBalance', ''])(
  'rejects %p without a request',
  async (method) => {
    const { rpcAt, asked } = setup()
    const answer = await answerReading({ id: 7, url: NODE, method, params: [] }, rpcAt)
    expect(answer).toEqual({ id: 7, refusal: `${method} is not a reading method` })
    expect(asked).toEqual([])
  },
)

test.each(['file:///etc/passwd', 'ws://node.example', 'data:,x'])(
  'refuses to reach %s',
  async (url) => {
    const { rpcAt, asked } = setup()
    const answer = await answerReading({ id: 7, url, method: 'eth_chainId', params: [] }, rpcAt)
    expect(answer).toEqual({ id: 7, refusal: 'only http and https nodes' })
    expect(asked).toEqual([])
  },
)

test('explains that a node cannot be reached', async () => {
  const rpcAt = () => () => Promise.reject(new TypeError('Failed to fetch'))
  const answer = await answerReading({ id: 7, url: NODE, method: 'eth_chainId', params: [] }, rpcAt)
  expect(answer).toMatchObject({ refusal: expect.stringContaining('cannot be reached') })
})

function setup() {
  const asked: unknown[] = []
  const rpcAt = (url: string) => async (method: string, params: readonly unknown[]) => {
    asked.push([url, method, params])
    return 'answer'
  }
  return { rpcAt, asked }
}
