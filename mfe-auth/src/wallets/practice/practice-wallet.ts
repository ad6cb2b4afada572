/** The provider of the practice wallet (EIP-1193). Every signature requires the user's confirmation. */

import { request } from '@inkproof/slice'
import {
  UNSUPPORTED_METHOD,
  USER_REJECTED,
  WalletError,
} from '@inkproof/slice-parts/wallet-provider'
import { t } from '@inkproof/texts/text'
import {
  getBytes,
  hexlify,
  isHexString,
  toQuantity,
  toUtf8Bytes,
  toUtf8String,
  Wallet,
} from 'ethers'
import { readKey } from './key-store.ts'
import { emit } from './listeners.ts'
import { setPracticeWalletFlag } from './practice-flag.ts'
import { requestConfirmation } from './prompt.tsx'
import { readTypedData } from './typed-data.ts'

type RpcRequest = { method: string; params?: readonly unknown[] }

/** EIP-1193 codes. */
const UNAUTHORIZED = 4100
const INVALID_PARAMS = -32_602

/** Whether this page has connected. The user is not asked, because the page itself provides the wallet. */
let isConnected = false

export async function handleRequest({ method, params = [] }: RpcRequest): Promise<unknown> {
  switch (method) {
    case 'eth_requestAccounts':
      return requestAccounts()
    case 'eth_accounts':
      return isConnected ? [(await loadWallet()).address] : []
    case 'eth_chainId':
      return fetchChainId()
    case 'personal_sign':
      return signText(params)
    case 'eth_signTypedData_v4':
      return signTyped(params)
    case 'wallet_revokePermissions':
      isConnected = false
      emit('accountsChanged', [])
      return null
    default:
      throw new WalletError(
        UNSUPPORTED_METHOD,
        t('The practice wallet does not support {method}.', { method }),
      )
  }
}

async function requestAccounts(): Promise<string[]> {
  const { address } = await loadWallet()
  if (!isConnected) {
    isConnected = true
    emit('accountsChanged', [address])
  }
  return [address]
}

async function signText([data, account]: readonly unknown[]): Promise<string> {
  const signer = await signerFor(account)
  if (typeof data !== 'string')
    throw new WalletError(INVALID_PARAMS, t('There is nothing to sign.'))
  const bytes = isHexString(data) ? getBytes(data) : toUtf8Bytes(data)
  await confirm({ address: signer.address, text: decodeText(bytes) })
  return signer.signMessage(bytes)
}

async function signTyped([account, data]: readonly unknown[]): Promise<string> {
  const signer = await signerFor(account)
  const typed = readTypedData(data)
  if (!typed) throw new WalletError(INVALID_PARAMS, t('This is not typed data (EIP-712).'))
  const { domain, types, message } = typed
  await confirm({ address: signer.address, text: typed.text })
  return signer.signTypedData(domain, types, message)
}

async function confirm(signingRequest: Parameters<typeof requestConfirmation>[0]): Promise<void> {
  if (await requestConfirmation(signingRequest)) return
  throw new WalletError(USER_REJECTED, t('You rejected the request. Nothing was signed.'))
}

async function signerFor(account: unknown): Promise<Wallet> {
  const signer = await loadWallet()
  const isWalletAddress =
    typeof account === 'string' && account.toLowerCase() === signer.address.toLowerCase()
  if (isConnected && isWalletAddress) return signer
  throw new WalletError(UNAUTHORIZED, t('Connect the practice wallet first.'))
}

/** Loads the wallet. If the browser has cleared its key but not the flag, removes the flag and throws a WalletError. */
async function loadWallet(): Promise<Wallet> {
  const key = await readKey()
  if (key !== undefined) return new Wallet(key)
  setPracticeWalletFlag(null)
  isConnected = false
  throw new WalletError(
    UNAUTHORIZED,
    t('This browser no longer has the practice wallet. Reload the page to create a new one.'),
  )
}

/** Decodes UTF-8 text; returns other bytes as hex. */
function decodeText(bytes: Uint8Array): string {
  try {
    return toUtf8String(bytes)
  } catch {
    return hexlify(bytes)
  }
}

/** Returns the chain id of this installation, as its public record's policy states it. */
async function fetchChainId(): Promise<string> {
  const response = await request('GET', '/log/policy.json')
  const { records } = (await response.json()) as { records: { chainId: number }[] }
  return toQuantity(records[0]?.chainId ?? 0)
}
