/**
 * Statements signed by a wallet: EIP-712 typed data that shows what is signed.
 *
 *     Statement(string act,string title,string[] documents,string recipient,string origin,bytes32 envelope,bytes32 statement)
 *
 * `statement` is the statement's digest, and the names come from the envelope whose digest is `envelope`. The domain is
 * that of all typed data of Inkproof and has no chain ID: the statement itself names the record and its chain.
 */
import { concat, to0x, utf8 } from '@inkproof/proof/bytes'
import {
  DOMAIN_FIELDS,
  TYPED_DATA_DOMAIN,
  type TypedField,
  typedDataDigest,
} from '@inkproof/proof/eip712'
import { keccak256 } from '@inkproof/proof/keccak'
import type { Envelope } from './envelope.ts'
import type { WalletKey } from './public-key.ts'
import { type Statement, statementDigest } from './statement.ts'
import { verifyWalletSignature } from './wallet-signature.ts'

/** What the typed data is made from. */
export type TypedDataInput = {
  statement: Statement
  /** The encoded statement. */
  bytes: Uint8Array
  envelope: Pick<Envelope, 'title' | 'documents'>
  /** Name of the recipient who signs. */
  recipientName: string
}

/** The input of `eth_signTypedData_v4`. */
export type StatementTypedData = {
  domain: typeof TYPED_DATA_DOMAIN
  types: Record<'EIP712Domain' | 'Statement', TypedField[]>
  primaryType: 'Statement'
  message: {
    act: string
    title: string
    documents: string[]
    recipient: string
    origin: string
    envelope: string
    statement: string
  }
}

/** Returns the typed data that the wallet shows and signs. */
export function statementTypedData(input: TypedDataInput): StatementTypedData {
  const { bytes, envelope, recipientName, statement } = input
  return {
    domain: TYPED_DATA_DOMAIN,
    types: { EIP712Domain: DOMAIN_FIELDS, Statement: FIELDS },
    primaryType: 'Statement',
    message: {
      act: statement.act,
      title: envelope.title,
      documents: envelope.documents.map(({ name }) => name),
      recipient: recipientName,
      origin: statement.origin,
      envelope: to0x(statement.envelope),
      statement: to0x(statementDigest(bytes)),
    },
  }
}

/** Computes the 32-byte EIP-712 digest that the wallet signs. An array is the hash of its elements' hashes. */
export function statementTypedDataDigest(input: TypedDataInput): Uint8Array {
  const { bytes, statement } = input
  const { act, documents, origin, recipient, title } = statementTypedData(input).message
  const hashText = (text: string) => keccak256(utf8(text))
  return typedDataDigest('Statement', FIELDS, [
    hashText(act),
    hashText(title),
    keccak256(concat(...documents.map(hashText))),
    hashText(recipient),
    hashText(origin),
    statement.envelope,
    statementDigest(bytes),
  ])
}

/**
 * Verifies that an externally owned account signed the typed data.
 *
 * @param signature 65 bytes: r ‖ s ‖ v, v 27 or 28, s low
 * @throws ProofError BAD_WALLET_SIGNATURE, BAD_SIGNATURE
 */
export function verifyStatementWallet(
  input: TypedDataInput,
  key: WalletKey,
  signature: Uint8Array,
): void {
  verifyWalletSignature(statementTypedDataDigest(input), key, signature)
}

const FIELDS: TypedField[] = [
  { name: 'act', type: 'string' },
  { name: 'title', type: 'string' },
  { name: 'documents', type: 'string[]' },
  { name: 'recipient', type: 'string' },
  { name: 'origin', type: 'string' },
  { name: 'envelope', type: 'bytes32' },
  { name: 'statement', type: 'bytes32' },
]
