/** Calls the wallet endpoints through the gateway, without a browser. */
import { Wallet } from 'ethers'

export type Signed = { walletAddress: string; signature: string; message: string }
export type WalletResponse = { status: number; code: string | null; text: string }

/** A client identified by its cookie, with one wallet. */
export function createWalletClient(origin: string, wallet = Wallet.createRandom()) {
  let cookie = ''

  async function send(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  async function message(): Promise<string> {
    const body = { walletAddress: wallet.address, domain: new URL(origin).host }
    const response = await send('/api/auth/siwe-message', body)
    return ((await response.json()) as { message: string }).message
  }
  async function sign(text: string): Promise<Signed> {
    const signature = await wallet.signMessage(text)
    return { walletAddress: wallet.address, signature, message: text }
  }
  return {
    address: wallet.address,
    message,
    sign,
    signIn: async (signed: Signed): Promise<WalletResponse> => {
      const body = { ...signed, turnstileToken: 'disabled-for-testing' }
      const response = await send('/api/auth/wallet-auth', body)
      const code = response.headers.get('inkproof-error')
      return { status: response.status, code, text: await response.text() }
    },
  }
}
