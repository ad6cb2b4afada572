import { from0x, to0x } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import { expect, test } from '@jest/globals'
import { verifyTypedData, Wallet } from 'ethers'
import { deriveBytes } from './testing/sample-envelope.ts'
import { walletKey } from './testing/sample-keys.ts'
import {
  readWalletSignature,
  verifyWalletBinding,
  type WalletBinding,
  walletBindingTypedData,
} from './wallet-binding.ts'

const wallet = new Wallet(to0x(deriveBytes('wallet of the tests')))
const KEY = { type: 'wallet' as const, address: from0x(wallet.address) }
const SITE = { origin: 'https://sign.example.com', rpId: 'sign.example.com' }
const BINDING: WalletBinding = {
  envelope: { title: 'Lease of the workshop', site: SITE },
  digest: deriveBytes('envelope'),
  recipient: { id: 'recipient-1', name: 'Mary Roe' },
}

const sign = () => walletKey(deriveBytes('wallet of the tests')).prove(BINDING)

function codeOf(binding: WalletBinding, signature: Uint8Array, key = KEY): string {
  try {
    verifyWalletBinding(binding, key, signature)
    return 'accepted'
  } catch (error) {
    if (error instanceof ProofError) return error.code
    throw error
  }
}

test('the account’s signature verifies here and with ethers, also with v as 0 or 1', async () => {
  const text = await sign()
  const { domain, message, types } = walletBindingTypedData(BINDING)
  const only = { SigningWallet: types.SigningWallet }
  expect(verifyTypedData(domain, only, message, text)).toBe(wallet.address)
  const signature = readWalletSignature(text)
  const short = to0x(signature.with(64, (signature[64] ?? 0) - 27))
    .toUpperCase()
    .replace('X', 'x')
  for (const bytes of [signature, readWalletSignature(short)])
    expect(codeOf(BINDING, bytes)).toBe('accepted')
})

const { envelope, recipient } = BINDING
test.each<[string, WalletBinding]>([
  ['title', { ...BINDING, envelope: { ...envelope, title: 'Lease' } }],
  ['site', { ...BINDING, envelope: { ...envelope, site: { ...SITE, origin: 'https://x.test' } } }],
  ['request', { ...BINDING, digest: deriveBytes('other') }],
  ['recipient', { ...BINDING, recipient: { ...recipient, id: 'recipient-2' } }],
  ['name', { ...BINDING, recipient: { ...recipient, name: 'Jane Roe' } }],
])('a signature is not valid for another %s', async (_name, changed) => {
  expect(codeOf(changed, readWalletSignature(await sign()))).toBe('BAD_SIGNATURE')
})

test('a signature of another account, length or form is refused', async () => {
  const signature = readWalletSignature(await sign())
  const other = { ...KEY, address: deriveBytes('other').subarray(0, 20) }
  expect(codeOf(BINDING, signature, other)).toBe('BAD_SIGNATURE')
  // As a contract returns it.
  const longer = new Uint8Array([...signature, ...signature])
  for (const bytes of [longer, signature.slice(0, 64), new Uint8Array(), signature.with(64, 5)])
    expect(codeOf(BINDING, bytes)).toBe('BAD_WALLET_SIGNATURE')
})
