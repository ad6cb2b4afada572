/** The provider of the practice wallet (EIP-1193). Every signature requires the person's confirmation. */

import { request } from '@inkproof/slice'
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
import { UNSUPPORTED_METHOD, USER_REJECTED, WalletError } from '../provider.ts'
import { readKey } from './keep.ts'
import { emit } from './listeners.ts'
import { setPracticeMark } from './mark.ts'
import { ask } from './prompt.tsx'
import { readTypedData } from './typed-data.ts'

type Call = { method: string; params?: readonly unknown[] }

/** EIP-1193 codes. */
const UNAUTHORIZED = 4100
const INVALID_PARAMS = -32_602

/** Whether the account was given to this page, which is always allowed, because the wallet belongs to it. */
let isConnected = false

export async function answer({ method, params = [] }: Call): Promise<unknown> {
  switch (method) {
    case 'eth_requestAccounts':
      return requestAccounts()
    case 'eth_accounts':
      return isConnected ? [(await wallet()).address] : []
    case 'eth_chainId':
      return chainId()
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
  const { address } = await wallet()
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
  await confirm({ address: signer.address, text: textOf(bytes) })
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

async function confirm(question: Parameters<typeof ask>[0]): Promise<void> {
  if (await ask(question)) return
  throw new WalletError(USER_REJECTED, t('The request was rejected.'))
}

async function signerFor(account: unknown): Promise<Wallet> {
  const signer = await wallet()
  const isOurs =
    typeof account === 'string' && account.toLowerCase() === signer.address.toLowerCase()
  if (isConnected && isOurs) return signer
  throw new WalletError(UNAUTHORIZED, t('Connect the practice wallet first.'))
}

/** The browser may have cleared IndexedDB but not the marker; then the wallet no longer exists. */
async function wallet(): Promise<Wallet> {
  const key = await readKey()
  if (key !== undefined) return new Wallet(key)
  setPracticeMark(null)
  isConnected = false
  throw new WalletError(
    UNAUTHORIZED,
    t('This browser no longer has the practice wallet. Reload the page to create a new one.'),
  )
}

/** Bytes that are not text are shown as hex. */
function textOf(bytes: Uint8Array): string {
  try {
    return toUtf8String(bytes)
  } catch {
    return hexlify(bytes)
  }
}

/** The installation's own chain, as its public record names it. */
async function chainId(): Promise<string> {
  const response = await request('GET', '/log/policy.json')
  const { chainId } = (await response.json()) as { chainId: number }
  return toQuantity(chainId)
}
