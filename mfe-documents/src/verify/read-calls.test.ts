import { to0x } from '@inkproof/proof/bytes'
import { ANCHORED_TOPIC } from '@inkproof/proof/chain'
import { encodeHeadOf, encodeSuccessorOf } from '@inkproof/proof/log-anchor'
import { expect, test } from '@jest/globals'
import { handleReadCall, READ_METHODS, type ReadCall } from './read-calls.ts'

const NODE = 'https://node.example'
const ADDRESS = `0x${'ab'.repeat(20)}`
const HASH = `0x${'cd'.repeat(32)}`
const OPERATOR_WORD = `0x${'0'.repeat(24)}${ADDRESS.slice(2)}`
const AT = { blockHash: HASH }
const LOGS = {
  address: ADDRESS,
  topics: [to0x(ANCHORED_TOPIC), OPERATOR_WORD],
  fromBlock: '0x1',
  toBlock: '0x2f',
}

const ALLOWED: [method: string, params: unknown[]][] = [
  ['eth_chainId', []],
  ['eth_getBlockByNumber', ['finalized', false]],
  ['eth_getBlockByNumber', ['0x1f', false]],
  ['eth_call', [{ to: ADDRESS, data: encodeHeadOf(ADDRESS) }, AT]],
  ['eth_call', [{ to: ADDRESS, data: encodeSuccessorOf(ADDRESS) }, AT]],
  ['eth_getLogs', [LOGS]],
]

test.each(ALLOWED)('forwards %s %p unchanged', async (method, params) => {
  const { network, forwarded } = setup()
  const call = { id: 7, kind: 'rpc', url: NODE, method, params } as const
  expect(await handleReadCall(call, network)).toEqual({ id: 7, result: 'result' })
  expect(forwarded).toEqual([[NODE, method, params]])
})

test('every method that is forwarded has a test', () => {
  expect([...new Set(ALLOWED.map(([method]) => method))]).toEqual(READ_METHODS)
})

test.each<[string, unknown[]]>([
  ['eth_sendRawTransaction', []],
  ['eth_accounts', []],
  ['anvil_setBalance', []],
  ['', []],
])('rejects the method %p without forwarding it', async (method, params) => {
  const { network, forwarded } = setup()
  const call = { id: 7, kind: 'rpc', url: NODE, method, params } as const
  const error = `${method} is not an allowed method`
  expect(await handleReadCall(call, network)).toEqual({ id: 7, error })
  expect(forwarded).toEqual([])
})

test.each<[string, unknown[]]>([
  ['eth_chainId', ['a secret']],
  ['eth_getBlockByNumber', ['a secret', false]],
  ['eth_getBlockByNumber', ['0x1', true]],
  ['eth_call', [{ to: ADDRESS, data: `0x${'ab'.repeat(36)}` }, AT]],
  ['eth_call', [{ to: ADDRESS, data: `${encodeHeadOf(ADDRESS)}ff` }, AT]],
  ['eth_call', [{ to: ADDRESS, data: encodeHeadOf(ADDRESS) }, AT, { state: 'override' }]],
  ['eth_getLogs', [{ ...LOGS, topics: [HASH, OPERATOR_WORD] }]],
])('rejects %s with the parameters %p', async (method, params) => {
  const { network, forwarded } = setup()
  const call = { id: 7, kind: 'rpc', url: NODE, method, params } as const
  const error = `the parameters of ${method} are not allowed`
  expect(await handleReadCall(call, network)).toEqual({ id: 7, error })
  expect(forwarded).toEqual([])
})

test.each([
  'checkpoint',
  'rotations.json',
  'anchor/latest',
  'anchor/42',
  'tile/0/x001/234.p/5',
  'tile/entries/000',
])('reads the file %s of a record', async (path) => {
  const { network, forwarded } = setup()
  const call = { id: 7, kind: 'file', url: `${NODE}/log`, path } as const
  expect(await handleReadCall(call, network)).toEqual({ id: 7, result: new Uint8Array([1]) })
  expect(forwarded).toEqual([`${NODE}/log/${path}`])
})

test.each([
  '../secret',
  'rotationsxjson',
  'checkpoint?q=secret',
  'anchor/latest#x',
  'tile/0/abc',
  '',
])('refuses to read %p', async (path) => {
  const { network, forwarded } = setup()
  const call = { id: 7, kind: 'file', url: `${NODE}/log`, path } as const
  const error = `${path} is not a file of a record`
  expect(await handleReadCall(call, network)).toEqual({ id: 7, error })
  expect(forwarded).toEqual([])
})

test.each(['file:///etc/passwd', 'ws://node.example', 'data:,x'])(
  'refuses to contact %s',
  async (url) => {
    const { network, forwarded } = setup()
    const calls: ReadCall[] = [
      { id: 7, kind: 'rpc', url, method: 'eth_chainId', params: [] },
      { id: 7, kind: 'file', url, path: 'checkpoint' },
    ]
    for (const call of calls) {
      const error = 'only http and https addresses are supported'
      expect(await handleReadCall(call, network)).toEqual({ id: 7, error })
    }
    expect(forwarded).toEqual([])
  },
)

test('explains that a node cannot be reached', async () => {
  const { network } = setup()
  const rpcFor = () => () => Promise.reject(new TypeError('Failed to fetch'))
  const call = { id: 7, kind: 'rpc', url: NODE, method: 'eth_chainId', params: [] } as const
  expect(await handleReadCall(call, { ...network, rpcFor })).toMatchObject({
    error: expect.stringContaining('cannot be reached'),
  })
})

function setup() {
  const forwarded: unknown[] = []
  const network = {
    rpcFor: (url: string) => async (method: string, params: readonly unknown[]) => {
      forwarded.push([url, method, params])
      return 'result'
    },
    readFile: async (url: string) => {
      forwarded.push(url)
      return new Uint8Array([1])
    },
  }
  return { network, forwarded }
}
