/**
 * A revocation signed by the wallet that issued the certificate (EIP-712). It counts by itself, so that an operator who
 * refuses to record a revocation cannot keep a certificate valid:
 *
 *     Revocation(string origin,bytes32 entry,uint64 revokedAt,string reason)
 *
 * `entry` is the leaf hash of the certificate's entry, which commits to the document, the claims and the wallet. The
 * file is JSON in exactly the form of {@link formatIssuerRevocation}. Its time is the issuer's own statement.
 */
import { encodeWord } from './abi.ts'
import { equal, from0x, to0x, utf8 } from './bytes.ts'
import {
  DOMAIN_FIELDS,
  recoverAddress,
  TYPED_DATA_DOMAIN,
  type TypedField,
  typedDataDigest,
} from './eip712.ts'
import { keccak256 } from './keccak.ts'
import { type Opening, openingLeafHash } from './leaf.ts'
import { must } from './proof-error.ts'
import { INVALID_SIGNATURE } from './secp256k1.ts'
import { verifyWallet } from './wallet.ts'

/** What the issuer signs. */
export type RevocationStatement = {
  /** Name of the log. */
  origin: string
  /** Leaf hash of the revoked entry, 32 bytes. */
  entry: Uint8Array
  /** When the issuer signed, to the second. */
  revokedAt: Date
  /** Empty if the issuer gave none. At most {@link MAX_REASON_LENGTH} characters. */
  reason: string
}

/** A statement with the wallet that claims to have signed it; not verified. */
export type IssuerRevocation = RevocationStatement & {
  /** 0x address, lower case. */
  wallet: string
  /** 65 bytes: r ‖ s ‖ v. */
  signature: Uint8Array
}

/** The input of `eth_signTypedData_v4`. */
export type RevocationTypedData = {
  domain: typeof TYPED_DATA_DOMAIN
  types: Record<'EIP712Domain' | 'Revocation', TypedField[]>
  primaryType: 'Revocation'
  message: { origin: string; entry: string; revokedAt: string; reason: string }
}

/** Maximum length of a reason in UTF-16 code units. */
export const MAX_REASON_LENGTH = 300

/** Largest file that is read, in characters. */
export const MAX_REVOCATION_FILE_LENGTH = 4096

/** Returns the statement that revokes a certificate now, for the issuer to sign. */
export function revocationStatement(
  opening: Opening,
  origin: string,
  reason: string,
  now: Date,
): RevocationStatement {
  const revokedAt = new Date(Math.floor(now.getTime() / 1000) * 1000)
  return { origin, entry: openingLeafHash(opening), revokedAt, reason }
}

/** Returns the typed data that the wallet signs. */
export function revocationTypedData(statement: RevocationStatement): RevocationTypedData {
  return {
    domain: TYPED_DATA_DOMAIN,
    types: { EIP712Domain: DOMAIN_FIELDS, Revocation: FIELDS },
    primaryType: 'Revocation',
    message: {
      origin: statement.origin,
      entry: to0x(statement.entry),
      revokedAt: String(secondsOf(statement.revokedAt)),
      reason: statement.reason,
    },
  }
}

/** Formats the file. @throws ProofError BAD_REVOCATION_FILE if it could not be parsed again */
export function formatIssuerRevocation(revocation: IssuerRevocation): string {
  const text = format(revocation)
  parseIssuerRevocation(text)
  return text
}

/** Parses the file without verifying the signature. @throws ProofError BAD_REVOCATION_FILE, BAD_HEX */
export function parseIssuerRevocation(text: string): IssuerRevocation {
  must(text.length <= MAX_REVOCATION_FILE_LENGTH, BAD_FILE, 'The revocation file is too large.')
  const { format: version, origin, entry, revokedAt, reason, wallet, signature } = parseJson(text)
  must(version === FORMAT, BAD_FILE, 'The file is not a revocation signed by an issuer.')
  const revocation = {
    origin: parseText(origin, /^\S{1,255}$/),
    entry: from0x(parseText(entry, /^0x[0-9a-f]{64}$/)),
    revokedAt: new Date(parseText(revokedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)),
    reason: parseText(reason, new RegExp(`^\\P{Cs}{0,${MAX_REASON_LENGTH}}$`, 'u')),
    wallet: parseText(wallet, /^0x[0-9a-f]{40}$/),
    signature: from0x(parseText(signature, /^0x[0-9a-f]{130}$/)),
  }
  requireField(!Number.isNaN(revocation.revokedAt.getTime()))
  // Also rejects unknown and repeated fields, and dates such as 30 February.
  must(format(revocation) === text, BAD_FILE, 'The revocation file is not in canonical form.')
  return revocation
}

/**
 * Verifies that the wallet that issued the certificate has revoked it. Which wallet that is follows from the
 * certificate's own wallet claim, never from the file.
 *
 * @param opening the certificate's opening with its wallet claim disclosed; other claims may be withheld
 * @throws ProofError OTHER_REVOCATION (of another certificate or log), NO_WALLET (the certificate names no wallet),
 * OTHER_WALLET, BAD_WALLET_SIGNATURE
 */
export function verifyIssuerRevocation(
  revocation: IssuerRevocation,
  opening: Opening,
  origin: string,
): void {
  const isSame = revocation.origin === origin && equal(revocation.entry, openingLeafHash(opening))
  must(isSame, 'OTHER_REVOCATION', 'The file revokes another certificate.')
  const wallet = verifyWallet(opening, origin)
  must(wallet !== undefined, 'NO_WALLET', 'The certificate was not signed by a wallet.')
  must(
    wallet === revocation.wallet,
    'OTHER_WALLET',
    'The certificate was signed by {wallet}, but the revocation by {other}.',
    { wallet, other: revocation.wallet },
  )
  const signer = recoverAddress(revocationDigest(revocation), revocation.signature)
  must(
    equal(signer, from0x(wallet)),
    INVALID_SIGNATURE,
    'The signature is from {signer}, not from {address}.',
    { signer: to0x(signer), address: wallet },
  )
}

/** Computes the 32-byte EIP-712 digest that the wallet signs. */
export function revocationDigest({
  origin,
  entry,
  revokedAt,
  reason,
}: RevocationStatement): Uint8Array {
  return typedDataDigest('Revocation', FIELDS, [
    keccak256(utf8(origin)),
    entry,
    encodeWord(secondsOf(revokedAt)),
    keccak256(utf8(reason)),
  ])
}

const FORMAT = 'inkproof/revocation/v1'
const BAD_FILE = 'BAD_REVOCATION_FILE'

const FIELDS: TypedField[] = [
  { name: 'origin', type: 'string' },
  { name: 'entry', type: 'bytes32' },
  { name: 'revokedAt', type: 'uint64' },
  { name: 'reason', type: 'string' },
]

function format(revocation: IssuerRevocation): string {
  const { origin, entry, revokedAt, reason, wallet, signature } = revocation
  const json = {
    format: FORMAT,
    origin,
    entry: to0x(entry),
    revokedAt: `${revokedAt.toISOString().slice(0, 19)}Z`,
    reason,
    wallet,
    signature: to0x(signature),
  }
  return `${JSON.stringify(json, null, 2)}\n`
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json as Record<string, unknown>
  } catch {
    // The same error as for other JSON.
  }
  must(false, BAD_FILE, 'The file is not a revocation signed by an issuer.')
}

function parseText(value: unknown, pattern: RegExp): string {
  requireField(typeof value === 'string' && pattern.test(value))
  return value as string
}

function requireField(isValid: boolean): void {
  must(isValid, BAD_FILE, 'A field of the revocation file is missing or invalid.')
}

function secondsOf(time: Date): bigint {
  return BigInt(Math.floor(time.getTime() / 1000))
}
