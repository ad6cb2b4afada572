/**
 * Writes the vectors in this folder: `node --import tsx packages/signing/vectors/make.ts`.
 *
 * Keys, salts and signatures are new each time. The tests recompute digests and thumbprints without this package (Node's
 * hashes, ethers), so regenerating the files cannot hide a change to a format.
 */
import { writeFileSync } from 'node:fs'
import { to0x, toHex } from '@inkproof/proof/bytes'
import { type Cbor, decodeCbor, encodeCbor } from '@inkproof/proof/cbor'
import { entryBytes, openingLeafHash } from '@inkproof/proof/leaf'
import { openingToJson } from '@inkproof/proof/opening'
import { appearanceHash, formatAppearance, type Path } from '../src/appearance-stream.ts'
import { envelopeDigest } from '../src/envelope.ts'
import { HIDDEN_KINDS, hideValue, makeRevealed } from '../src/hidden-value.ts'
import { keyThumbprint, type PublicKey, publicKeyToCbor } from '../src/public-key.ts'
import { encodeSignedStatement } from '../src/signed-statement.ts'
import { statementDigest } from '../src/statement.ts'
import { statementTypedData, statementTypedDataDigest } from '../src/statement-typed-data.ts'
import { deriveBytes } from '../src/testing/sample-envelope.ts'
import { passkey } from '../src/testing/sample-keys.ts'
import { sampleKeys, sampleRequest } from '../src/testing/sample-request.ts'

function write(name: string, vectors: unknown): void {
  const file = new URL(name, import.meta.url)
  writeFileSync(file, `${JSON.stringify(vectors, null, 2)}\n`)
}

/** CBOR as readable JSON: bytes as 0x hex, integers as numbers. */
function toJson(value: Cbor): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return to0x(value)
  if (Array.isArray(value)) return value.map(toJson)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]))
}

const REVEALED = [
  makeRevealed('value', 'term', '12'),
  makeRevealed('value', 'comment', 'Größe 📜\nzwei Zeilen'),
  makeRevealed('attachment', 'identity', {
    fingerprint: deriveBytes('passport'),
    fileName: 'passport.pdf',
  }),
  makeRevealed('appearance', 'term', deriveBytes('term stream')),
  makeRevealed('reason', '', 'The rent is too high.'),
]

write(
  'hidden-values.json',
  REVEALED.map((revealed) => ({
    kind: HIDDEN_KINDS[revealed.kind],
    field: revealed.field,
    salt: toHex(revealed.salt),
    content: toHex(revealed.content),
    hash: toHex(hideValue(revealed).hash),
  })),
)

const APPEARANCE: Path[] = [
  {
    segments: [
      ['move', 2, 0.5],
      ['line', 60.25, 4],
      ['curve', 70, 4, 78, 12.05, -1.5, 18],
      ['close'],
      ['move', 10, 3],
      ['line', 12, 5],
      ['line', 14, 3],
    ],
    paint: { type: 'fill', rule: 'evenodd', colour: [0, 0, 0] },
  },
  {
    segments: [
      ['move', 2, 2],
      ['curve', 20, 18, 40, 2, 76, 16],
    ],
    paint: { type: 'stroke', width: 1.25, colour: [0.05, 0.2, 0.6] },
  },
]
const appearance = formatAppearance(APPEARANCE)
write('appearances.json', [
  {
    width: 80,
    height: 20,
    paths: APPEARANCE,
    stream: new TextDecoder().decode(appearance),
    hash: toHex(appearanceHash(appearance)),
  },
])

const keys = await sampleKeys()
const contract: PublicKey = { type: 'contract', chainId: 1, address: deriveBytes('contract', 20) }
const passkeys = await Promise.all([passkey('Ed25519'), passkey('RSA')])
const all = [keys.jane, keys.richard, keys.mary, ...passkeys].map(({ publicKey }) => publicKey)

write(
  'keys.json',
  [...all, contract].map((key) => ({
    key: toJson(publicKeyToCbor(key)),
    cbor: toHex(encodeCbor(publicKeyToCbor(key))),
    thumbprint: toHex(keyThumbprint(key)),
  })),
)

const { ceremony, input } = await sampleRequest(keys)
const { bytes: envelopeBytes, envelope, made, openings, people } = ceremony

write('envelopes.json', [
  {
    envelope: toJson(decodeCbor(envelopeBytes)),
    cbor: toHex(envelopeBytes),
    digest: toHex(envelopeDigest(envelopeBytes)),
  },
])

write(
  'statements.json',
  made.map(({ id, signed, statement }) => {
    const { statement: bytes } = signed
    const recipientName = people.get(id)?.name ?? ''
    const typed = { statement, bytes, envelope, recipientName }
    return {
      statement: toJson(decodeCbor(bytes)),
      cbor: toHex(bytes),
      digest: toHex(statementDigest(bytes)),
      typedData: statementTypedData(typed),
      typedDataDigest: to0x(statementTypedDataDigest(typed)),
      signed: toHex(encodeSignedStatement(signed)),
    }
  }),
)

write(
  'steps.json',
  openings.map((opening) => ({
    opening: openingToJson(opening),
    entry: toHex(entryBytes(opening)),
    leafHash: toHex(openingLeafHash(opening)),
  })),
)

const { pdf, record } = input
write('evidence-results.json', {
  record: record && { ...record, leaf: toHex(record.leaf) },
  pdf: pdf && {
    prepared: pdf.prepared && toHex(pdf.prepared),
    signatures: pdf.signatures.map((signature) => ({
      ...signature,
      statement: signature.statement && toHex(signature.statement),
    })),
    content: [...(pdf.content ?? [])].map(([id, { appearance, value }]) => ({
      id,
      value: value ?? '',
      appearance: appearance ? toHex(appearance) : '',
    })),
  },
  verdict: 'verified',
})
writeFileSync(new URL('evidence.json', import.meta.url), input.evidence)
