/** Makes the statement by which a recipient signs, and the request that sends it. */
import { fromBase64Url, fromHex, to0x, toBase64Url, toHex, utf8 } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import type { SigningBasis } from '@inkproof/protocol/envelopes'
import type { SigningPasskey } from '@inkproof/protocol/passkey-keys'
import { type BindKeyRequest, signerLimits } from '@inkproof/protocol/sign-request'
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
import { keyThumbprint, type PublicKey, publicKeyFromJwk } from '@inkproof/signing/public-key'
import { encodeSignedStatement, type StatementSignature } from '@inkproof/signing/signed-statement'
import {
  type Act,
  encodeStatement,
  statementMessage,
  toPageRanges,
} from '@inkproof/signing/statement'
import { t } from '@inkproof/texts/text'
import type { Signer } from '../key-choice/use-key-choice.ts'
import { askForStatement as askPasskey } from '../passkey/ask-passkey.ts'
import { askForStatement as askWallet } from '../wallet/ask-wallet.ts'
import { seenIn } from './earlier-values.ts'
import type { FinalValue } from './final-values.ts'
import { isBrowserKey, isPasskey, type StoredKey, type StoredStatement } from './signing-db.ts'

/** The key that is bound to a person. */
export type BoundKey = NonNullable<SigningBasis['key']>

export type StatementInput = {
  key: StoredKey
  /** The key that the person chose, with the connection to a wallet. */
  signer: Signer
  /** Name of the recipient, which a wallet shows. */
  name: string
  basis: SigningBasis
  /** The key as it is bound to the person. */
  bound: BoundKey
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
 * @throws PreparedDiffers as `seenIn`; WalletCancelled; Error with a sentence for the user
 */
export async function makeStatement(input: StatementInput): Promise<StoredStatement> {
  const { act, basis, bound, key, now, reason = '', renderer, values, viewed } = input
  const publicKey = publicKeyOf(key, bound)
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
    key: keyThumbprint(publicKey),
    boundBy: fromHex(bound.boundBy),
    act,
    values: revealed.map((value) => hideValue(value)),
    seen: seenIn(basis.earlier),
    consent: { fingerprint: sha256(utf8(text)), language, version },
    renderer,
    viewed: [toPageRanges(viewed)],
    time: new Date(Math.floor(now.getTime() / 1000) * 1000),
  })
  const signature = await sign(input, statement)
  const signed = encodeSignedStatement({ statement, key: publicKey, signature, revealed })
  return {
    signedStatement: toBase64Url(signed),
    appearances: appearances.map((stream) => toBase64Url(stream)),
  }
}

function publicKeyOf(key: StoredKey, bound: BoundKey): PublicKey {
  return isPasskey(key) ? publicKeyFromJwk(passkeyOf(bound).publicKey) : key.publicKey
}

function passkeyOf({ passkey }: BoundKey): SigningPasskey {
  if (passkey === undefined)
    throw new Error(t('The response could not be read. Reload the page and try again.'))
  return passkey
}

async function sign(
  { basis, bound, key, name, signer }: StatementInput,
  statement: Uint8Array,
): Promise<StatementSignature> {
  if (isPasskey(key))
    return { type: 'passkey', ...(await askPasskey(basis, passkeyOf(bound), statement)) }
  if (isBrowserKey(key)) {
    const signature = await signP256(key.privateKey, statementMessage(statement))
    return { type: 'key', signature }
  }
  if (signer.type !== 'wallet') throw new Error(t('Connect your wallet first.'))
  return { type: 'wallet', signature: await askWallet(signer.wallet, basis, name, statement) }
}

/**
 * Returns a key in the form of the calls that bind it: an uncompressed point (SEC 1, section 2.3.3), or a wallet or a passkey with its
 * proof, if it has one.
 */
export function keyBody(key: StoredKey): BindKeyRequest {
  if (isPasskey(key)) return key.passkey.proof === null ? {} : { passkey: key.passkey.proof }
  if (isBrowserKey(key)) return { publicKey: toBase64Url(Uint8Array.of(4, ...key.publicKey.point)) }
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
