/** Requests to the wallet endpoints from a program other than a browser, through the gateway. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import { walletCaller } from '../support/wallet-calls.ts'

const caller = () => walletCaller(testSystem().origin)

test.each<[string, string, (message: string) => string]>([
  ['a foreign uri', 'uri', (text) => text.replace(/^URI: .*$/m, 'URI: https://evil.example')],
  ['a foreign chain', 'chainId', (text) => text.replace(/^Chain ID: .*$/m, 'Chain ID: 1')],
  [
    'a future issue date',
    'issuedAt',
    (text) => text.replace(/^Issued At: \d{4}/m, 'Issued At: 2100'),
  ],
  ['a missing expiry', 'expirationTime', (text) => text.replace(/\nExpiration Time: .*$/m, '')],
])('the gateway refuses %s, by name', async (_what, field, change) => {
  const { message, sign, enter } = caller()
  const response = await enter(await sign(change(await message())))
  expect([response.status, response.code]).toEqual([400, 'WALLET_MESSAGE_REFUSED'])
  expect(response.text).toContain(`(${field}: `)
})

test('a replay is refused, in sequence and twenty at once', async () => {
  const { message, sign, enter } = caller()
  const signed = await sign(await message())
  expect((await enter(signed)).status).toBe(201)
  expect((await enter(signed)).text).toContain('(nonce: ')
  const again = await sign(await message())
  const responses = await Promise.all(Array.from({ length: 20 }, () => enter(again)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
})
