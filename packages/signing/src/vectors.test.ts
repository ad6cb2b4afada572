import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fromHex, to0x, toHex, utf8 } from '@inkproof/proof/bytes'
import { type Cbor, decodeCbor } from '@inkproof/proof/cbor'
import { type OpeningJson, openingFromJson } from '@inkproof/proof/opening'
import { expect, test } from '@jest/globals'
import { TypedDataEncoder } from 'ethers'
import {
  appearanceHash,
  formatAppearance,
  type Path,
  parseAppearance,
} from './appearance-stream.ts'
import { envelopeDigest } from './envelope.ts'
import { decodeEnvelope } from './envelope-codec.ts'
import { HIDDEN_KINDS, type HiddenKind, hideValue } from './hidden-value.ts'
import { readPeople } from './people.ts'
import { keyThumbprint, publicKeyFromCbor } from './public-key.ts'
import { readSteps } from './read-steps.ts'
import { decodeSignedStatement } from './signed-statement.ts'
import { decodeStatement, statementDigest } from './statement.ts'
import { type StatementTypedData, statementTypedDataDigest } from './statement-typed-data.ts'
import { verifyEvidence } from './verify-evidence.ts'

const readFile = (name: string) =>
  readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8')
const readVectors = <T>(name: string) => JSON.parse(readFile(name)) as T

/** SHA-256 of the parts, by Node. */
function sha256(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

const hex = (text: string) => Buffer.from(text, 'hex')

/** CBOR as the JSON of the vectors. */
function toJson(value: Cbor): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return to0x(value)
  if (Array.isArray(value)) return value.map(toJson)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]))
}

test('hidden values have the hashes of the vectors', () => {
  type Row = { kind: number; field: string; salt: string; content: string; hash: string }
  const rows = readVectors<Row[]>('hidden-values.json')
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(4)
  for (const { content, field, hash, kind, salt } of rows) {
    const length = Uint8Array.of(0, Buffer.byteLength(field))
    const expected = sha256(
      'inkproof/hidden-value/v1\0',
      Uint8Array.of(kind),
      hex(salt),
      length,
      field,
      hex(content),
    )
    const [name] = Object.entries(HIDDEN_KINDS).find(([, number]) => number === kind) ?? []
    const revealed = {
      kind: name as HiddenKind,
      field,
      salt: fromHex(salt),
      content: fromHex(content),
    }
    expect([hash, toHex(hideValue(revealed).hash)]).toEqual([expected, expected])
  }
})

test('appearance streams have the content and hashes of the vectors', () => {
  type Row = { width: number; height: number; paths: Path[]; stream: string; hash: string }
  const rows = readVectors<Row[]>('appearances.json')
  expect(rows).not.toHaveLength(0)
  for (const { hash, paths, stream, ...size } of rows) {
    const bytes = utf8(stream)
    expect(parseAppearance(bytes, size)).toEqual(paths)
    expect(formatAppearance(paths)).toEqual(bytes)
    expect([hash, toHex(appearanceHash(bytes))]).toEqual([sha256(stream), sha256(stream)])
  }
})

test('keys have the thumbprints of the vectors', () => {
  type Row = { key: [string, ...(string | number)[]]; cbor: string; thumbprint: string }
  const rows = readVectors<Row[]>('keys.json')
  expect(rows.map(({ key }) => key[0])).toEqual([
    'P-256',
    'P-256',
    'wallet',
    'Ed25519',
    'RSA',
    'contract',
  ])
  for (const { cbor, key, thumbprint } of rows) {
    const [type, ...parts] = key
    const encode = (part: string | number = '') => hex(String(part).slice(2)).toString('base64url')
    const [first = ''] = parts
    const preimages: Record<string, (string | Uint8Array)[]> = {
      'P-256': [
        `{"crv":"P-256","kty":"EC","x":"${encode(String(first).slice(0, 66))}","y":"${encode(`0x${String(first).slice(66)}`)}"}`,
      ],
      Ed25519: [`{"crv":"Ed25519","kty":"OKP","x":"${encode(first)}"}`],
      RSA: [`{"e":"${encode(parts[1])}","kty":"RSA","n":"${encode(first)}"}`],
      wallet: ['inkproof/wallet-key/v1\0', hex(String(first).slice(2))],
      contract: [
        'inkproof/contract-key/v1\0',
        hex('0000000000000001'),
        hex(String(parts[1]).slice(2)),
      ],
    }
    const expected = sha256(...(preimages[type] ?? []))
    const decoded = publicKeyFromCbor(decodeCbor(fromHex(cbor)), 'key')
    expect([thumbprint, toHex(keyThumbprint(decoded))]).toEqual([expected, expected])
  }
})

/** RFC 7638, section 3.1. */
test('the key of RFC 7638 has the thumbprint of RFC 7638', () => {
  const n =
    '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
  const key = {
    type: 'RSA' as const,
    modulus: new Uint8Array(Buffer.from(n, 'base64url')),
    exponent: Uint8Array.of(1, 0, 1),
  }
  const thumbprint = Buffer.from(keyThumbprint(key)).toString('base64url')
  expect(thumbprint).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')
})

type Encoded = { cbor: string; digest: string }

test('envelopes have the content and digests of the vectors', () => {
  for (const { cbor, digest, envelope } of readVectors<(Encoded & { envelope: unknown })[]>(
    'envelopes.json',
  )) {
    decodeEnvelope(fromHex(cbor))
    expect(toJson(decodeCbor(fromHex(cbor)))).toEqual(envelope)
    const expected = sha256('inkproof/envelope/v1\0', hex(cbor))
    expect([digest, toHex(envelopeDigest(fromHex(cbor)))]).toEqual([expected, expected])
  }
})

test('statements have the content, digests and typed data of the vectors', () => {
  type Row = Encoded & {
    statement: unknown
    signed: string
    typedData: StatementTypedData
    typedDataDigest: string
  }
  const [{ cbor: envelopeHex = '' } = {}] = readVectors<Encoded[]>('envelopes.json')
  const envelope = decodeEnvelope(fromHex(envelopeHex))
  const rows = readVectors<Row[]>('statements.json')
  expect(rows).toHaveLength(4)
  for (const { cbor, digest, signed, statement, typedData, typedDataDigest } of rows) {
    const bytes = fromHex(cbor)
    expect(toJson(decodeCbor(bytes))).toEqual(statement)
    const expected = sha256('inkproof/statement/v1\0', hex(cbor))
    expect([digest, toHex(statementDigest(bytes))]).toEqual([expected, expected])
    expect(decodeSignedStatement(fromHex(signed)).statement).toEqual(bytes)
    const { domain, message, types } = typedData
    expect(typedDataDigest).toBe(
      TypedDataEncoder.hash(domain, { Statement: types.Statement }, message),
    )
    const input = {
      statement: decodeStatement(bytes),
      bytes,
      envelope,
      recipientName: message.recipient,
    }
    expect(to0x(statementTypedDataDigest(input))).toBe(typedDataDigest)
  }
})

test('steps form the chain of the vectors', () => {
  type Row = { opening: OpeningJson; entry: string; leafHash: string }
  const [{ cbor = '' } = {}] = readVectors<Encoded[]>('envelopes.json')
  const rows = readVectors<Row[]>('steps.json')
  const digest = envelopeDigest(fromHex(cbor))
  const steps = readSteps(
    rows.map(({ opening }) => openingFromJson(opening)),
    digest,
  )
  expect(steps.map(({ leaf }) => leaf)).toEqual(rows.map(({ leafHash }) => leafHash))
  expect(rows.map(({ entry }) => sha256(Uint8Array.of(0), hex(entry)))).toEqual(
    steps.map(({ leaf }) => leaf),
  )
  expect(readPeople(decodeEnvelope(fromHex(cbor)), steps).size).toBe(5)
})

test('the evidence of the vectors verifies with the results of the vectors', async () => {
  type Results = {
    record: {
      origin: string
      chainId: number
      outcome: 'passed'
      leaf: string
      anchoredAt: string
      firstEntry: 'valid'
    }
    pdf: {
      prepared: string
      signatures: {
        isValid: boolean
        statement: string | null
        name: string
        email: string | null
      }[]
      content: { id: string; value: string; appearance: string }[]
    }
    verdict: string
  }
  const { pdf, record, verdict } = readVectors<Results>('evidence-results.json')
  const result = await verifyEvidence({
    evidence: readFile('evidence.json'),
    record: { ...record, leaf: fromHex(record.leaf), anchoredAt: new Date(record.anchoredAt) },
    pdf: {
      prepared: fromHex(pdf.prepared),
      signatures: pdf.signatures.map((item) => ({
        ...item,
        statement: item.statement === null ? null : fromHex(item.statement),
      })),
      content: new Map(
        pdf.content.map(({ appearance, id, value }) => [
          id,
          { value, ...(appearance && { appearance: fromHex(appearance) }) },
        ]),
      ),
    },
  })
  expect(result.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(result.verdict).toBe(verdict)
})
