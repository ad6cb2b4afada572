/** Requests to the wallet endpoints through the gateway, without a browser. */
import { testSystem } from '@inkproof/launcher/testing/control'
import { expect, test } from '@jest/globals'
import { createWalletClient } from '../support/wallet-calls.ts'

const createClient = () => createWalletClient(testSystem().origin)

test.each<[string, string, (message: string) => string]>([
  ['a foreign uri', 'uri', (text) => text.replace(/^URI: .*$/m, 'URI: https://evil.example')],
  ['a foreign chain', 'chainId', (text) => text.replace(/^Chain ID: .*$/m, 'Chain ID: 1')],
  [
    'a future issue date',
    'issuedAt',
    (text) => text.replace(/^Issued At: \d{4}/m, 'Issued At: 2100'),
  ],
  ['a missing expiry', 'expirationTime', (text) => text.replace(/\nExpiration Time: .*$/m, '')],
])('refuses %s and names the field', async (_fault, field, change) => {
  const { message, sign, signIn } = createClient()
  const response = await signIn(await sign(change(await message())))
  expect([response.status, response.code]).toEqual([400, 'WALLET_MESSAGE_REFUSED'])
  expect(response.text).toContain(`(${field}: `)
})

test('refuses a replay, both sequentially and twenty times concurrently', async () => {
  const { message, sign, signIn } = createClient()
  const signed = await sign(await message())
  expect((await signIn(signed)).status).toBe(201)
  expect((await signIn(signed)).text).toContain('(nonce: ')
  const replayed = await sign(await message())
  const responses = await Promise.all(Array.from({ length: 20 }, () => signIn(replayed)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
})
