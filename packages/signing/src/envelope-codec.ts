/** Encoding and strict decoding of envelopes; `envelope.ts` defines the format. */
import { type Cbor, encodeCbor } from '@inkproof/proof/cbor'
import { must } from '@inkproof/proof/proof-error'
import { checkEnvelope } from './check-envelope.ts'
import {
  type ConsentText,
  EMAIL_PATTERN,
  type Envelope,
  ID_PATTERN,
  LANGUAGE_PATTERN,
  MAX_DOCUMENTS,
  MAX_ENVELOPE_BYTES,
  MAX_RECIPIENTS,
  type PreparedDocument,
  type Recipient,
  ROLES,
} from './envelope.ts'
import { fieldFromCbor, fieldToCbor, fieldVersion, MAX_FIELDS } from './field.ts'
import {
  encodeTime,
  readBytes,
  readCbor,
  readInteger,
  readKey,
  readLine,
  readList,
  readMap,
  readOneOf,
  readText,
  readTime,
} from './read.ts'

/** Encodes an envelope. @throws ProofError as {@link decodeEnvelope} */
export function encodeEnvelope(envelope: Envelope): Uint8Array {
  const bytes = encodeCbor(toCbor(envelope))
  decodeEnvelope(bytes)
  return bytes
}

/**
 * Decodes and checks an envelope. The input is untrusted.
 *
 * @throws ProofError for anything that {@link encodeEnvelope} would not produce: BAD_CBOR, NOT_TEXT, WRONG_TYPE,
 * UNKNOWN_KEY, MISSING_KEY, TOO_LONG, OUT_OF_RANGE, BAD_TEXT, UNKNOWN_VERSION, WRONG_VERSION, or any code of `checkEnvelope` and
 * `checkFields`
 */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  const cbor = readCbor(bytes, 'envelope', MAX_ENVELOPE_BYTES)
  const version = readVersion(cbor)
  const map = readMap(cbor, 'envelope', KEYS)
  const site = readMap(map.site, 'site', ['origin', 'rpId'])
  const envelope = {
    id: readText(map.id, 'id', /^[\w-]{16,64}$/),
    title: readLine(map.title, 'title', 200),
    workspace: readLine(map.workspace, 'workspace', 200),
    site: {
      origin: readText(site.origin, 'site.origin', /^https?:\/\/[a-z\d.-]{1,253}(:\d{1,5})?$/),
      rpId: readText(site.rpId, 'site.rpId', /^[a-z\d.-]{1,253}$/),
    },
    recipients: readList(map.recipients, 'recipients', MAX_RECIPIENTS, recipientFromCbor),
    documents: readList(map.documents, 'documents', MAX_DOCUMENTS, documentFromCbor),
    fields: readList(map.fields, 'fields', MAX_FIELDS, fieldFromCbor),
    consents: readList(map.consents, 'consents', 50, consentFromCbor),
    messageHash: readBytes(map.messageHash, 'messageHash', 32),
    expiresAt: readTime(map.expiresAt, 'expiresAt'),
    anchorGraceSeconds: readInteger(map.anchorGraceSeconds, 'anchorGraceSeconds', 0, MAX_GRACE),
  }
  const isLowest = version === versionOf(envelope)
  must(isLowest, 'WRONG_VERSION', 'The signing request has another version than it needs.')
  checkEnvelope(envelope)
  return envelope
}

/** Before anything else, because other versions can have other keys. */
function readVersion(cbor: Cbor): number {
  const version = readInteger(readKey(cbor, 'envelope', 'version'), 'version', 1, MAX_VERSION)
  must(
    version <= VERSION,
    'UNKNOWN_VERSION',
    'The signing request has the version {version}, which is not known here. Use a newer version of Inkproof.',
    { version },
  )
  return version
}

/** The lowest version that can contain the fields, so that each envelope has one encoding and old ones keep theirs. */
function versionOf({ fields }: Pick<Envelope, 'fields'>): number {
  return Math.max(1, ...fields.map(fieldVersion))
}

const VERSION = 2
const MAX_VERSION = 1_000_000

/** 30 days. */
const MAX_GRACE = 2_592_000

const KEYS = [
  'version',
  'id',
  'title',
  'workspace',
  'site',
  'recipients',
  'documents',
  'fields',
  'consents',
  'messageHash',
  'expiresAt',
  'anchorGraceSeconds',
] as const

function toCbor(envelope: Envelope): Cbor {
  const { anchorGraceSeconds, documents, expiresAt, fields, recipients } = envelope
  return {
    ...envelope,
    version: BigInt(versionOf(envelope)),
    recipients: recipients.map((item) => ({ ...item, order: BigInt(item.order) })),
    documents: documents.map((item) => ({ ...item, pages: BigInt(item.pages) })),
    fields: fields.map(fieldToCbor),
    expiresAt: encodeTime(expiresAt),
    anchorGraceSeconds: BigInt(anchorGraceSeconds),
  }
}

function recipientFromCbor(value: Cbor, path: string): Recipient {
  const keys = ['id', 'role', 'name', 'email', 'order', 'language', 'knownKeys'] as const
  const map = readMap(value, path, keys)
  return {
    id: readText(map.id, `${path}.id`, ID_PATTERN),
    role: readOneOf(map.role, `${path}.role`, ROLES),
    name: readLine(map.name, `${path}.name`, 200),
    email: readText(map.email, `${path}.email`, EMAIL_PATTERN),
    order: readInteger(map.order, `${path}.order`, 1, 100),
    language: readText(map.language, `${path}.language`, LANGUAGE_PATTERN),
    knownKeys: readList(map.knownKeys, `${path}.knownKeys`, 8, (key, at) => readBytes(key, at, 32)),
  }
}

function documentFromCbor(value: Cbor, path: string): PreparedDocument {
  const map = readMap(value, path, ['fingerprint', 'name', 'pages'])
  return {
    fingerprint: readBytes(map.fingerprint, `${path}.fingerprint`, 32),
    name: readLine(map.name, `${path}.name`, 200),
    pages: readInteger(map.pages, `${path}.pages`, 1, 10_000),
  }
}

function consentFromCbor(value: Cbor, path: string): ConsentText {
  const map = readMap(value, path, ['language', 'version', 'fingerprint'])
  return {
    language: readText(map.language, `${path}.language`, LANGUAGE_PATTERN),
    version: readText(map.version, `${path}.version`, /^[\w.-]{1,32}$/),
    fingerprint: readBytes(map.fingerprint, `${path}.fingerprint`, 32),
  }
}
