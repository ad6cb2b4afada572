/** A signing request as the holder of a link sees it, with a description that fits. */
import { createHash } from 'node:crypto'
import { fromHex, toBase64Url, utf8 } from '@inkproof/proof/bytes'
import { sha256 } from '@inkproof/proof/sha256'
import type { EarlierValue, EnvelopeField, Participant } from '@inkproof/protocol/envelopes'
import type { LinkedRequest } from '@inkproof/protocol/signing-links'
import type { Envelope } from '@inkproof/signing/envelope'
import { encodeEnvelope } from '@inkproof/signing/envelope-codec'
import { CONSENT, PREPARED } from './sample-envelope.ts'

export const LINK_ID = 'LLLLLLLLLLLLLLLLLLLLLL'
export const LINK_SECRET = `k1.${'s'.repeat(43)}`

export type Sample = {
  /** Changes what the service returns. */
  change?: Partial<LinkedRequest>
  /** Changes the description, as a hostile service could. */
  describe?: (description: Envelope) => Envelope
  role?: Participant['role']
  fields?: EnvelopeField[]
  earlier?: EarlierValue[]
}

const ANA = person('recipient-1', 'Ana Reis', 'ana@example.org')
const BEN = person('recipient-2', 'Ben Okafor', 'ben@example.org')

/** Ben is asked to sign: after Ana if she has entered something, otherwise at the same time. */
export function sampleRequest(sample: Sample = {}): LinkedRequest {
  const { change, describe = (same) => same, earlier = [], role = 'signer' } = sample
  const fields = sample.fields ?? (role === 'signer' ? FIELDS : FIELDS.slice(0, 1))
  const you = { ...BEN, role, isYou: true, order: earlier.length > 0 ? 2 : 1 }
  const fingerprint = createHash('sha256').update(PREPARED).digest('hex')
  const expiresAt = '2027-01-24T12:00:00.000Z'
  const message = 'Please sign by Friday.'
  const description = describe({
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    title: 'Lease 2026',
    workspace: 'Reis Homes',
    site: { origin: 'https://sign.example.com', rpId: 'sign.example.com' },
    recipients: [ANA, you].map(({ email, id, name, order, role: part }) => ({
      id,
      role: part,
      name,
      email,
      order,
      language: 'en',
      knownKeys: [],
    })),
    documents: [{ fingerprint: fromHex(fingerprint), name: 'Lease.pdf', pages: 1 }],
    fields: fields.map(describeField),
    consents: [
      {
        language: CONSENT.language,
        version: CONSENT.version,
        fingerprint: sha256(utf8(CONSENT.text)),
      },
    ],
    messageHash: sha256(utf8(message)),
    expiresAt: new Date(expiresAt),
    anchorGraceSeconds: 86_400,
  })
  return {
    title: 'Lease 2026',
    message,
    sender: 'Reis Homes',
    state: 'signing',
    expiresAt,
    endedAt: null,
    reason: '',
    you,
    participants: [ANA, you],
    document: {
      fileName: 'Lease.pdf',
      size: PREPARED.length,
      fingerprint,
      pages: [{ box: { x: 0, y: 0, width: 612, height: 792 }, rotation: 0 }],
      missingFonts: [],
      removed: [],
      suggestions: [],
    },
    fields,
    steps: [],
    basis: {
      envelope: toBase64Url(encodeEnvelope(description)),
      origin: 'inkproof.example/log-1',
      chainId: 1,
      firstEntry: 'ab'.repeat(32),
      prepared: { fingerprint, size: PREPARED.length },
      consent: CONSENT,
      key: null,
      earlier,
    },
    waitsForRelease: false,
    finished: null,
    ...change,
  }
}

function person(id: string, name: string, email: string): Participant {
  const place = { order: 1, original: id, tookOverFrom: null }
  return { id, name, email, role: 'signer', ...place, state: 'opened', isYou: false, actedAt: null }
}

/** Of Ana: a signature. Of Ben: a text, a date, a checkbox, his name and a signature. */
const FIELDS: EnvelopeField[] = [
  field('ana-signature', 'signature', 60, { recipient: 'recipient-1' }),
  field('ben-city', 'text', 650),
  field('ben-date', 'date', 600, { required: false }),
  field('ben-box', 'checkbox', 550, { required: false }),
  field('ben-name', 'name', 500, { required: false }),
  field('ben-signature', 'signature', 120),
]

export function field(
  id: string,
  type: EnvelopeField['type'],
  y: number,
  change: Partial<EnvelopeField> = {},
): EnvelopeField {
  const height = type === 'signature' ? 46 : type === 'checkbox' ? 14 : 20
  const width = type === 'checkbox' ? 14 : 170
  const rectangle = { x: 72, y, width, height }
  return { id, type, page: 1, rectangle, required: true, recipient: 'recipient-2', ...change }
}

function describeField({ rectangle, ...field }: EnvelopeField): Envelope['fields'][0] {
  const { height, width, x, y } = rectangle
  const hundredths = (points: number) => Math.round(points * 100)
  return {
    ...field,
    document: 0,
    rect: [hundredths(x), hundredths(y), hundredths(width), hundredths(height)],
    readOnly: false,
    validation: {},
    conditions: [],
  }
}
