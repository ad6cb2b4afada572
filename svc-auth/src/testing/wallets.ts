/** A browser with a wallet that has a real key, for tests. */
import type { WalletPurpose } from '@inkproof/protocol/wallets'
import { hexlify, randomBytes, Wallet } from 'ethers'
import { BROWSER_COOKIE } from '../callers/caller.http.ts'
import type { Sent, TestAuth } from './start.ts'

type Signed = { walletAddress: string; signature: string; message: string }

/** A wallet's key; `Wallet.createRandom` would spend time on a mnemonic. */
export const newKey = (): string => hexlify(randomBytes(32))

/** One browser with one wallet. */
export function walletOf(auth: Pick<TestAuth, 'send'>, key = newKey()) {
  const wallet = new Wallet(key)
  const browser = browserOf()
  const send = (method: string, path: string, body?: unknown, token?: string) =>
    auth.send(method, path, body, token, browser)

  async function ask(purpose: WalletPurpose = 'sign-in'): Promise<string> {
    const payload = { walletAddress: wallet.address, purpose }
    const response = await send('POST', '/api/auth/siwe-message', payload)
    return response.body().message
  }
  async function sign(message: string): Promise<Signed> {
    const signature = await wallet.signMessage(message)
    return { walletAddress: wallet.address, signature, message }
  }
  const signed = async (purpose?: WalletPurpose) => sign(await ask(purpose))
  const enter = (body: object): Promise<Sent> => send('POST', '/api/auth/wallet-auth', body)
  return {
    address: wallet.address,
    key,
    browser,
    send,
    ask,
    sign,
    signed,
    enter,
    signIn: async () => enter(await signed()),
    link: async (token: string) => send('POST', '/api/auth/wallets', await signed('link'), token),
    unlink: (token: string, address = wallet.address) =>
      send('DELETE', `/api/auth/wallets/${address}`, undefined, token),
  }
}

/** Headers of a separate browser: another cookie, another address. */
export function browserOf(): Record<string, string> {
  const cookie = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  return { cookie: `${BROWSER_COOKIE}=${cookie}` }
}
