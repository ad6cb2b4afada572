/** What the signer's browser does: fills all fields, and signs a statement with its key. */
import {
  fromBase64Url,
  fromHex,
  randomBytes,
  to0x,
  toBase64Url,
  toHex,
} from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import type {
  EarlierValue,
  Envelope,
  EnvelopeField,
  Participant,
} from '@inkproof/protocol/envelopes'
import type { BindKeyRequest, SignRequest } from '@inkproof/protocol/sign-request'
import { formatAppearance } from '@inkproof/signing/appearance-stream'
import { envelopeDigest } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { isPicture } from '@inkproof/signing/field'
import {
  type AttachmentContent,
  type HiddenValue,
  hideValue,
  makeRevealed,
  type RevealedValue,
  sortHidden,
} from '@inkproof/signing/hidden-value'
import { keyThumbprint } from '@inkproof/signing/public-key'
import { encodeSignedStatement, type SignedStatement } from '@inkproof/signing/signed-statement'
import { encodeStatement, type Statement } from '@inkproof/signing/statement'
import { browserKey, type SampleKey, walletKey } from '@inkproof/signing/testing/sample-keys'

export type Signer = SampleKey & {
  /** As calls contain it. */
  publicKeyText: string
}

export async function createSigner(): Promise<Signer> {
  const key = await browserKey()
  if (key.publicKey.type !== 'P-256') throw new Error('not a key of a browser')
  return { ...key, publicKeyText: toBase64Url(Uint8Array.of(4, ...key.publicKey.point)) }
}

/** Whom a wallet or a passkey signs for. */
export type For = Pick<Signable, 'basis'> & { you: Pick<Participant, 'id' | 'name'> }

export type WalletSigner = Signer & {
  /** Signs that the wallet is for this recipient; returns what the calls contain that bind a key. */
  keyFor(shown: For): Promise<BindKeyRequest>
}

export function createWalletSigner(): WalletSigner {
  const key = walletKey(randomBytes(32))
  if (key.publicKey.type !== 'wallet') throw new Error('not a key of a wallet')
  const publicKey = to0x(key.publicKey.address)
  return {
    ...key,
    publicKeyText: publicKey,
    keyFor: async ({ basis, you }) => {
      const bytes = fromBase64Url(basis?.envelope ?? '')
      const envelope = decodeEnvelope(bytes)
      const binding = { envelope, digest: envelopeDigest(bytes), recipient: you }
      return { publicKey, walletSignature: await key.prove(binding) }
    },
  }
}

/** What a test changes in what the browser would send. */
export type SignChanges = {
  /** By the field's ID or type; null leaves the field empty. */
  values?: Record<string, string | null>
  /** The files that are attached, by the field's ID. */
  attachments?: Record<string, AttachmentContent> | undefined
  revealed?: (values: RevealedValue[]) => RevealedValue[]
  statement?: (statement: Statement) => Statement
  signed?: (signed: SignedStatement) => SignedStatement
  appearances?: (streams: Uint8Array[]) => Uint8Array[]
  /** What the fields show; by default a small triangle. */
  stream?: Uint8Array
  /** Declines for this reason, which may be empty. */
  reason?: string
  now?: Date
}

export const STREAM = formatAppearance([
  {
    segments: [['move', 2, 2], ['line', 8, 2], ['line', 5, 8.5], ['close']],
    paint: { type: 'fill', rule: 'nonzero', colour: [0, 0, 0.5] },
  },
])

/** What a signer is shown, in a session or by a link. */
type Signable = Pick<Envelope, 'basis' | 'document' | 'fields'> & {
  recipients: Pick<Participant, 'id' | 'name' | 'email' | 'isYou' | 'role'>[]
}

export async function signAs(
  { publicKey, sign }: SampleKey,
  { basis, document, fields, recipients }: Signable,
  changes: SignChanges = {},
): Promise<SignRequest> {
  if (!basis) throw new Error('the request was not started')
  const { attachments = {}, now = new Date(), reason, stream = STREAM } = changes
  const you = recipients.find(({ isYou }) => isYou)
  const isDeclined = reason !== undefined
  const own = fields.filter(({ recipient }) => recipient === you?.id && !isDeclined)
  const texts = { ...defaults(you?.name ?? '', you?.email ?? '', now), ...changes.values }
  const values = [
    ...own.flatMap((field) =>
      reveal(field, attachments[field.id] ?? texts[field.id] ?? texts[field.type] ?? null, stream),
    ),
    ...(reason ? [makeRevealed('reason', '', reason)] : []),
  ]
  const revealed = (changes.revealed ?? ((items) => items))(sortHidden(values))
  const envelope = decodeEnvelope(fromBase64Url(basis.envelope))
  const bytes = fromBase64Url(basis.envelope)
  const statement: Statement = {
    origin: basis.origin,
    chainId: basis.chainId,
    firstEntry: fromHex(basis.firstEntry),
    envelope: envelopeDigest(bytes),
    documents: [fromHex(basis.prepared.fingerprint)],
    recipient: you?.id ?? '',
    key: keyThumbprint(publicKey),
    boundBy: fromHex(basis.key?.boundBy ?? '00'.repeat(32)),
    act: isDeclined ? 'decline' : you?.role === 'approver' ? 'approve' : 'sign',
    values: sortHidden(values.map((value) => hideValue(value))),
    seen: sortHidden(basis.earlier.flatMap(toSeen)),
    consent: envelope.consents[0] as Statement['consent'],
    renderer: { name: 'pdf.js', version: '5.4.0' },
    viewed: [[[1, document.pages.length]]],
    time: new Date(Math.floor(now.getTime() / 1_000) * 1_000),
  }
  const encoded = encodeStatement((changes.statement ?? ((item) => item))(statement))
  const signature = await sign(encoded, envelope, you?.name ?? '')
  const signed: SignedStatement = {
    statement: encoded,
    key: publicKey,
    signature,
    revealed,
  }
  const streams = (changes.appearances ?? ((items) => items))(own.length > 0 ? [stream] : [])
  return {
    signedStatement: toBase64Url(
      encodeSignedStatement((changes.signed ?? ((item) => item))(signed)),
    ),
    appearances: streams.map((item) => toBase64Url(item)),
  }
}

/** Computes the hashes from what is shown, as the browser does before it accepts them. */
function toSeen({ field, hidden }: EarlierValue): HiddenValue[] {
  return hidden.map(({ content, hash, kind, salt }) => {
    const revealed = { field, kind, salt: fromBase64Url(salt), content: fromBase64Url(content) }
    const value = hideValue(revealed)
    if (toHex(value.hash) !== hash) throw new Error(`another ${kind} of ${field} was shown`)
    return value
  })
}

function defaults(name: string, email: string, now: Date): Record<string, string | null> {
  const day = now.toISOString().slice(0, 10)
  return {
    name,
    email,
    'signing-date': day,
    date: day,
    text: 'Springfield',
    number: '12',
    company: 'Roe Workshops',
    checkbox: '1',
    radio: null,
    dropdown: null,
  }
}

function reveal(
  { id, type }: EnvelopeField,
  content: AttachmentContent | string | null,
  stream: Uint8Array,
) {
  const appearance = makeRevealed('appearance', id, sha256(stream))
  if (isPicture(type)) return [appearance]
  if (content === null) return []
  if (type === 'attachment') return [makeRevealed('attachment', id, content), appearance]
  const value = makeRevealed('value', id, content)
  return type === 'checkbox' || type === 'radio' ? [value] : [value, appearance]
}
