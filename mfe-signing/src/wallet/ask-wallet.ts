/** What a wallet signs: that it is for a recipient, and their statement. */
import { from0x, fromBase64Url, to0x } from '@inkproof/proof/bytes'
import { ProofError } from '@inkproof/proof/proof-error'
import type { Participant, SigningBasis } from '@inkproof/protocol/envelopes'
import { envelopeDigest } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import type { WalletKey } from '@inkproof/signing/public-key'
import { decodeStatement } from '@inkproof/signing/statement'
import { statementTypedData, verifyStatementWallet } from '@inkproof/signing/statement-typed-data'
import {
  readWalletSignature,
  verifyWalletBinding,
  walletBindingTypedData,
} from '@inkproof/signing/wallet-binding'
import type { WalletConnection } from '@inkproof/slice-parts/wallet-connection'
import {
  UNSUPPORTED_METHOD,
  USER_REJECTED,
  WalletError,
  walletErrorMessage,
} from '@inkproof/slice-parts/wallet-provider'
import { t } from '@inkproof/texts/text'

type You = Pick<Participant, 'id' | 'name'>

/** A connected wallet whose key signs for a person. */
export type SigningWallet = { key: WalletKey; connection: WalletConnection }

/**
 * Asks the wallet to sign that it is for this person of this request; returns 0x and hex.
 *
 * @throws WalletCancelled; Error with a sentence for the user
 */
export async function askForBinding(
  { connection, key }: SigningWallet,
  basis: SigningBasis,
  recipient: You,
): Promise<string> {
  const bytes = fromBase64Url(basis.envelope)
  const binding = { envelope: decodeEnvelope(bytes), digest: envelopeDigest(bytes), recipient }
  const signature = await askFor(connection, walletBindingTypedData(binding))
  requireOwn(key, () => verifyWalletBinding(binding, key, signature))
  return to0x(signature)
}

/**
 * Asks the wallet to sign a statement; returns 65 bytes.
 *
 * @param bytes the encoded statement
 * @throws WalletCancelled; Error with a sentence for the user
 */
export async function askForStatement(
  { connection, key }: SigningWallet,
  basis: SigningBasis,
  recipientName: string,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const envelope = decodeEnvelope(fromBase64Url(basis.envelope))
  const input = { statement: decodeStatement(bytes), bytes, envelope, recipientName }
  const signature = await askFor(connection, statementTypedData(input))
  requireOwn(key, () => verifyStatementWallet(input, key, signature))
  return signature
}

async function askFor(connection: WalletConnection, data: object): Promise<Uint8Array> {
  const signature = await connection.ask((provider, address) =>
    provider
      .request({ method: 'eth_signTypedData_v4', params: [address, JSON.stringify(data)] })
      .catch((error: unknown) => {
        throw new WalletError(codeOf(error), messageOf(error))
      }),
  )
  try {
    return readWalletSignature(String(signature))
  } catch {
    throw new Error(t('The wallet returned no signature. Try again, or use another wallet.'))
  }
}

/** Only externally owned accounts: nobody can check the signature of a contract without its chain. */
function requireOwn({ address }: WalletKey, verify: () => void): void {
  try {
    verify()
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new Error(
      t(
        'The signature is not from the account {address}. Select this account in your wallet and try again. Wallets that are contracts cannot sign documents, because only their blockchain can check their signatures.',
        { address: to0x(address) },
      ),
      { cause: error },
    )
  }
}

function codeOf(error: unknown): number {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'number' ? code : 0
}

function messageOf(error: unknown): string {
  switch (codeOf(error)) {
    case USER_REJECTED:
      return t('You rejected the request in your wallet. Nothing was signed.')
    case UNAUTHORIZED:
      return t('Your wallet is locked, or this account is no longer connected. Connect it again.')
    case UNSUPPORTED_METHOD:
    case METHOD_NOT_FOUND:
      return t('This wallet cannot sign documents. Use another wallet.')
    default:
      return walletErrorMessage(
        error,
        t('The wallet did not sign. Try again, or use another wallet.'),
      )
  }
}

/** Reads an address as wallets return it. @throws ProofError */
export function walletKeyOf(address: string): WalletKey {
  return { type: 'wallet', address: from0x(address) }
}

/** EIP-1193, and JSON-RPC 2.0. */
const UNAUTHORIZED = 4100
const METHOD_NOT_FOUND = -32_601
