/** Creates EIP-4361 messages, and checks that signed messages are among them. */
import type { WalletPurpose } from '@inkproof/protocol/wallets'
import { AppError } from '@inkproof/service-kit/app-error'
import { SiweMessage } from 'siwe'
import { MESSAGE_TTL_SECONDS } from './nonces.ts'

/** The fields that every message of this installation contains: host, URL and chain. */
export type Site = { domain: string; origin: string; chainId: number }

/** Shown by the wallet: the effect of the signature, and that it costs nothing. */
const STATEMENTS: Readonly<Record<WalletPurpose, string>> = {
  'sign-in': 'Sign in to Inkproof with this wallet. This costs nothing and sends no transaction.',
  link: 'Add this wallet to your Inkproof account as a way to sign in. This costs nothing and sends no transaction.',
  prove: 'Confirm to Inkproof that it is you. This costs nothing and sends no transaction.',
}

const MESSAGE_TTL_MS = MESSAGE_TTL_SECONDS * 1_000

export function toSite(config: { PUBLIC_ORIGIN: string; CHAIN_ID: number }): Site {
  const { host, origin } = new URL(config.PUBLIC_ORIGIN)
  return { domain: host, origin, chainId: config.CHAIN_ID }
}

/** Creates the text to sign. `address` must be the EIP-55 checksummed address. */
export function createMessageText(
  site: Site,
  { address, nonce, purpose }: { address: string; nonce: string; purpose: WalletPurpose },
  now: Date,
): string {
  const message = new SiweMessage({
    domain: site.domain,
    address,
    statement: STATEMENTS[purpose],
    uri: site.origin,
    version: '1',
    chainId: site.chainId,
    nonce,
    issuedAt: now.toISOString(),
    expirationTime: new Date(now.getTime() + MESSAGE_TTL_MS).toISOString(),
  })
  return message.prepareMessage()
}

/** Parses a message by the grammar of EIP-4361. @throws AppError WALLET_MESSAGE_REFUSED for the field `message`. */
export function parseMessage(text: string): SiweMessage {
  try {
    return new SiweMessage(text)
  } catch (cause) {
    throw messageRejected('message', 'it does not follow EIP-4361', cause)
  }
}

/**
 * Checks the requirements of EIP-4361, except the nonce, which the caller has already checked.
 *
 * @throws AppError WALLET_MESSAGE_REFUSED, naming the field.
 */
export function checkMessage(
  message: SiweMessage,
  site: Site,
  walletAddress: string,
  now: Date,
): void {
  const { domain, scheme, address, expirationTime, notBefore } = message
  const isThisSite =
    domain === site.domain && (scheme === undefined || site.origin === `${scheme}://${domain}`)
  if (!isThisSite) throw messageRejected('domain', `it is for a site other than ${site.domain}`)
  if (address.toLowerCase() !== walletAddress.toLowerCase()) {
    throw messageRejected('address', 'it names a wallet other than walletAddress')
  }
  const nowMs = now.getTime()
  if (expirationTime && nowMs >= Date.parse(expirationTime)) {
    throw messageRejected('expirationTime', 'it has expired')
  }
  if (notBefore && nowMs < Date.parse(notBefore))
    throw messageRejected('notBefore', 'it is not valid yet')
}

/** The fields in the order in which a difference is reported. */
const FIELDS = [
  'uri',
  'version',
  'chainId',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
  'statement',
] as const satisfies readonly (keyof SiweMessage)[]

/**
 * Requires that a signed text is exactly the one that was issued with its nonce. EIP-4361 leaves most fields to the
 * application, and a wallet that changes any of them shows its user something else than we asked for. Called after the
 * signature has been verified.
 *
 * @throws AppError WALLET_MESSAGE_REFUSED, naming the first field that differs, or `message` for any other difference.
 */
export function requireIssuedText(text: string, issuedText: string): void {
  if (text === issuedText) return
  const [message, issued] = [parseMessage(text), parseMessage(issuedText)]
  const field = FIELDS.find((name) => String(message[name]) !== String(issued[name])) ?? 'message'
  throw messageRejected(field, 'it is not as issued')
}

/** Creates the error for a rejected message. Its details contain the field and the reason. */
export function messageRejected(field: string, reason: string, cause?: unknown): AppError {
  const details = { field, issues: [{ path: field, message: reason }] }
  return new AppError('WALLET_MESSAGE_REFUSED', details, { cause })
}
