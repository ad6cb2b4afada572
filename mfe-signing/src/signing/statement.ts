/** Makes the statement by which a recipient signs, and the request that sends it. */
import { fromBase64Url, fromHex, to0x, toBase64Url, toHex, utf8 } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import { type BindKeyRequest, type SigningBasis, signerLimits } from '@inkproof/protocol/envelopes'
import { appearanceHash } from '@inkproof/signing/appearance-stream'
import { envelopeDigest } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import {
  hideValue,
  makeRevealed,
  type RevealedValue,
  sortHidden,
} from '@inkproof/signing/hidden-value'
import { signP256 } from '@inkproof/signing/p256'
import { keyThumbprint } from '@inkproof/signing/public-key'
import { encodeSignedStatement, type StatementSignature } from '@inkproof/signing/signed-statement'
import {
  type Act,
  encodeStatement,
  statementMessage,
  toPageRanges,
} from '@inkproof/signing/statement'
import { t } from '@inkproof/texts/text'
import { askForStatement, type SigningWallet } from '../wallet/ask-wallet.ts'
import { seenIn } from './earlier-values.ts'
import type { FinalValue } from './final-values.ts'
import { isWalletKey, type StoredKey, type StoredStatement } from './signing-db.ts'

export type StatementInput = {
  key: StoredKey
  /** Signs for a key of a wallet; null for a key of this browser. */
  wallet: SigningWallet | null
  /** Name of the recipient, which a wallet shows. */
  name: string
  basis: SigningBasis
  /** Leaf hash of the entry that bound the key, hex. */
  boundBy: string
  act: Act
  /** Empty when declining. */
  values: readonly FinalValue[]
  /** Why the recipient declines; undefined or empty if they give no reason. */
  reason?: string
  /** The pages that were shown. */
  viewed: Iterable<number>
  /** The program that rendered the document. */
  renderer: { name: string; version: string }
  now: Date
}

/**
 * Makes and signs the statement. All values are revealed to the service.
 *
 * @throws PreparedDiffers as `seenIn`; those of `askForStatement`
 */
export async function makeStatement(input: StatementInput): Promise<StoredStatement> {
  const { act, basis, boundBy, key, now, reason = '', renderer, values, viewed } = input
  const reasons = reason === '' ? [] : [makeRevealed('reason', '', reason)]
  const revealed = sortHidden([...values.flatMap(revealField), ...reasons])
  const envelope = fromBase64Url(basis.envelope)
  const appearances = distinctStreams(values)
  checkSizes(envelope, appearances, revealed)
  const { language, text, version } = basis.consent
  const statement = encodeStatement({
    origin: basis.origin,
    chainId: basis.chainId,
    firstEntry: fromHex(basis.firstEntry),
    envelope: envelopeDigest(envelope),
    documents: [fromHex(basis.prepared.fingerprint)],
    recipient: key.recipient,
    key: keyThumbprint(key.publicKey),
    boundBy: fromHex(boundBy),
    act,
    values: revealed.map((value) => hideValue(value)),
    seen: seenIn(basis.earlier),
    consent: { fingerprint: sha256(utf8(text)), language, version },
    renderer,
    viewed: [toPageRanges(viewed)],
    time: new Date(Math.floor(now.getTime() / 1000) * 1000),
  })
  const signature = await sign(input, statement)
  const signed = encodeSignedStatement({ statement, key: key.publicKey, signature, revealed })
  return {
    signedStatement: toBase64Url(signed),
    appearances: appearances.map((stream) => toBase64Url(stream)),
  }
}

async function sign(
  { basis, key, name, wallet }: StatementInput,
  statement: Uint8Array,
): Promise<StatementSignature> {
  if (!isWalletKey(key)) {
    const signature = await signP256(key.privateKey, statementMessage(statement))
    return { type: 'key', signature }
  }
  if (wallet === null) throw new Error(t('Connect your wallet first.'))
  return { type: 'wallet', signature: await askForStatement(wallet, basis, name, statement) }
}

/** Returns a key in the form of the calls that bind it: an uncompressed point (SEC 1, section 2.3.3), or a wallet with its proof. */
export function keyBody(key: StoredKey): BindKeyRequest {
  if (!isWalletKey(key)) return { publicKey: toBase64Url(Uint8Array.of(4, ...key.publicKey.point)) }
  const { publicKey, walletSignature } = key
  return {
    publicKey: to0x(publicKey.address),
    ...(walletSignature !== null && { walletSignature }),
  }
}

function revealField({ appearance, attachment, field, text }: FinalValue): RevealedValue[] {
  return [
    ...(attachment === undefined ? [] : [makeRevealed('attachment', field, contentOf(attachment))]),
    ...(text === '' ? [] : [makeRevealed('value', field, text)]),
    ...(appearance === null ? [] : [makeRevealed('appearance', field, appearanceHash(appearance))]),
  ]
}

function contentOf({ fileName, fingerprint }: NonNullable<FinalValue['attachment']>) {
  return { fileName, fingerprint: fromHex(fingerprint) }
}

function distinctStreams(values: readonly FinalValue[]): Uint8Array[] {
  const streams = values.flatMap(({ appearance }) => (appearance === null ? [] : [appearance]))
  const distinct = new Map(streams.map((stream) => [toHex(appearanceHash(stream)), stream]))
  return [...distinct.values()]
}

/** @throws Error with a sentence for the user, if the service would refuse the values because of their size */
function checkSizes(
  envelope: Uint8Array,
  appearances: readonly Uint8Array[],
  revealed: readonly RevealedValue[],
): void {
  const { recipients } = decodeEnvelope(envelope)
  const signers = recipients.filter(({ role }) => role === 'signer').length
  const limits = signerLimits(Math.max(1, signers))
  if (sizeOf(appearances) > limits.appearances)
    throw new Error(
      t(
        'The signature and the texts are too detailed. Use a simpler signature, for example a typed one.',
      ),
    )
  if (sizeOf(revealed.map(({ content }) => content)) > limits.texts)
    throw new Error(t('The texts are too long. Shorten them.'))
}

function sizeOf(items: readonly Uint8Array[]): number {
  return items.reduce((sum, { length }) => sum + length, 0)
}
