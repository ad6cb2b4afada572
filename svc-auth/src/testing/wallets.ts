/** A wallet with a real key for tests, in its own browser. */
import type { WalletPurpose } from '@inkproof/protocol/wallets'
import { hexlify, randomBytes, Wallet } from 'ethers'
import { BROWSER_COOKIE } from '../callers/caller.http.ts'
import type { TestAuth, TestResponse } from './start.ts'

type Signed = { walletAddress: string; signature: string; message: string }

/** Creates a wallet key. Faster than `Wallet.createRandom`, which derives a mnemonic. */
export const newKey = (): string => hexlify(randomBytes(32))

/** Creates a wallet in a new browser, which sends its requests. */
export function createTestWallet(auth: Pick<TestAuth, 'send'>, key = newKey()) {
  const wallet = new Wallet(key)
  const browser = newBrowserHeaders()
  const send = (method: string, path: string, body?: unknown, token?: string) =>
    auth.send(method, path, body, token, browser)

  async function requestMessage(purpose: WalletPurpose = 'sign-in'): Promise<string> {
    const payload = { walletAddress: wallet.address, purpose }
    const response = await send('POST', '/api/auth/siwe-message', payload)
    return response.body().message
  }
  async function sign(message: string): Promise<Signed> {
    const signature = await wallet.signMessage(message)
    return { walletAddress: wallet.address, signature, message }
  }
  const signMessageFor = async (purpose?: WalletPurpose) => sign(await requestMessage(purpose))
  const sendSignature = (body: object): Promise<TestResponse> =>
    send('POST', '/api/auth/wallet-auth', body)
  return {
    address: wallet.address,
    key,
    browser,
    send,
    requestMessage,
    sign,
    signMessageFor,
    sendSignature,
    signIn: async () => sendSignature(await signMessageFor()),
    link: async (token: string) =>
      send('POST', '/api/auth/wallets', await signMessageFor('link'), token),
    unlink: (token: string, address = wallet.address) =>
      send('DELETE', `/api/auth/wallets/${address}`, undefined, token),
  }
}

/** Returns the headers of a new browser, with its own cookie. */
export function newBrowserHeaders(): Record<string, string> {
  const cookie = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  return { cookie: `${BROWSER_COOKIE}=${cookie}` }
}
