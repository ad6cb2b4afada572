/** A stand-in for svc-signing with one envelope, which follows the protocol and checks statements as the service does. */
import { fromBase64Url } from '@inkproof/proof/bytes'
import type {
  CorrectRecipientRequest,
  Envelope,
  EnvelopeState,
  SigningBasis,
} from '@inkproof/protocol/envelopes'
import type { SigningPasskey } from '@inkproof/protocol/passkey-keys'
import type { BindKeyRequest } from '@inkproof/protocol/sign-request'
import type { StartEnvelopeRequest } from '@inkproof/protocol/start-envelope'
import type { Envelope as Description } from '@inkproof/signing/envelope'
import { decodeEnvelope } from '@inkproof/signing/envelope-codec'
import { checkSignature, decodeSignedStatement } from '@inkproof/signing/signed-statement'
import { accountWith } from './sample-account.ts'
import {
  draftEnvelope,
  HASH,
  ownIn,
  PREPARED,
  startedValues,
  summaryOf,
  TIME,
} from './sample-envelope.ts'
import { readStubKey } from './stub-keys.ts'
import { type StubRequest, type StubResponse, startStubServer } from './stub-server.ts'

type Options = {
  /** Changes the description of the envelope, as a hostile service could. */
  describe?: (description: Description) => Description
  /** The bytes that are returned as the prepared document. */
  prepared?: Uint8Array<ArrayBuffer>
  /** Answers instead of the service; undefined lets it answer. */
  intercept?: (request: StubRequest) => StubResponse | undefined
  state?: EnvelopeState
  /** Those of the account. */
  passkeys?: SigningPasskey[]
}

export type SigningService = Awaited<ReturnType<typeof startSigningService>>

export async function startSigningService(options: Options = {}) {
  const service = { options, envelope: null as Envelope | null, statement: null as Buffer | null }

  async function respond(request: StubRequest): Promise<StubResponse> {
    const { method, path } = request
    const [url = '', query] = path.split('?')
    const own = ownIn(service.envelope)?.id
    const call = `${method} ${url.replace(/\/envelopes\/[\w-]{22}/, '/envelopes/:id')}`
    switch (call) {
      case 'POST /api/v1/envelopes': {
        const id = new URLSearchParams(query).get('id') ?? ''
        service.envelope ??= draftEnvelope(id, request.body)
        return service.envelope.id === id
          ? { status: 201, body: service.envelope }
          : { status: 409, code: 'ENVELOPE_ID_TAKEN', body: 'This ID is taken.' }
      }
      case 'GET /api/v1/envelopes/:id':
        return service.envelope
          ? { status: 200, body: service.envelope }
          : {
              status: 404,
              code: 'ENVELOPE_NOT_FOUND',
              body: 'This signing request does not exist.',
            }
      case 'GET /api/auth/account':
        return { status: 200, body: accountWith(service.options.passkeys ?? []) }
      case 'GET /api/auth/workspaces/current/quota':
        return { status: 200, body: { limit: null, used: 3, resetsAt: TIME } }
      case 'GET /api/v1/envelopes': {
        const envelopes = service.envelope ? [service.envelope].map(summaryOf) : []
        return { status: 200, body: { envelopes, next: null } }
      }
      case 'POST /api/v1/envelopes/:id/start':
        return start(JSON.parse(request.body.toString()))
      case 'GET /api/v1/envelopes/:id/prepared':
        return { status: 200, body: service.options.prepared ?? PREPARED }
      case `POST /api/v1/envelopes/:id/recipients/${own}/key`:
        return bind(JSON.parse(request.body.toString()))
      case `POST /api/v1/envelopes/:id/recipients/${own}/statement`:
        return sign(request.body)
      case 'POST /api/v1/envelopes/:id/recipients/recipient-2/remind':
      case 'POST /api/v1/envelopes/:id/recipients/recipient-2/release':
        return { status: 200, body: service.envelope }
      case 'POST /api/v1/envelopes/:id/recipients/recipient-2/correct':
        return correct(JSON.parse(request.body.toString()))
      case 'POST /api/v1/envelopes/:id/recipients/recipient-2/extend':
        return extend(JSON.parse(request.body.toString()).answerBy)
      case 'POST /api/v1/envelopes/:id/void':
        return change({ state: 'voided', endedAt: TIME })
      case 'DELETE /api/v1/envelopes/:id':
        service.envelope = null
        return { status: 204 }
      default:
        return { status: 404, body: `nothing at ${call}` }
    }
  }

  function change(values: Partial<Envelope>): StubResponse {
    service.envelope = { ...(service.envelope as Envelope), ...values }
    return { status: 200, body: service.envelope }
  }

  /** The recipient gets a new ID, and an e-mail that is still to be sent. */
  function correct(person: CorrectRecipientRequest): StubResponse {
    const recipients = (service.envelope as Envelope).recipients.map((one) =>
      one.id === 'recipient-2'
        ? {
            ...{
              ...one,
              ...person,
              id: 'recipient-3',
              invitation: null,
              isCorrected: true as const,
            },
            correctedFrom: { name: one.name, email: one.email },
          }
        : one,
    )
    return change({ recipients })
  }

  function extend(answerBy: string): StubResponse {
    const recipients = (service.envelope as Envelope).recipients.map((one) =>
      one.id === 'recipient-2' ? { ...one, answerBy } : one,
    )
    return change({ recipients })
  }

  function start(body: StartEnvelopeRequest): StubResponse {
    const envelope = service.envelope as Envelope
    if (envelope.state !== 'draft') return { status: 200, body: envelope }
    return change(startedValues(envelope.id, body, service.options.describe))
  }

  async function bind(body: BindKeyRequest): Promise<StubResponse> {
    const basis = service.envelope?.basis as SigningBasis
    const own = { id: ownIn(service.envelope)?.id ?? '', name: 'Ana Reis' }
    const key = await readStubKey(body, basis, own, service.options.passkeys)
    if (typeof key === 'string') return { status: 400, code: key, body: `refused: ${key}` }
    if (basis.key && basis.key.thumbprint !== key.thumbprint)
      return { status: 409, code: 'KEY_ALREADY_BOUND', body: 'Being signed in another browser.' }
    return change({ basis: { ...basis, key: { recipient: own.id, boundBy: HASH, ...key } } })
  }

  async function sign(body: Buffer): Promise<StubResponse> {
    if (service.statement && !service.statement.equals(body))
      return { status: 409, code: 'ALREADY_SIGNED', body: 'Already signed.' }
    const { signedStatement } = JSON.parse(body.toString())
    const signed = decodeSignedStatement(fromBase64Url(signedStatement))
    const envelope = decodeEnvelope(fromBase64Url(service.envelope?.basis?.envelope ?? ''))
    const { outcome } = await checkSignature(signed, envelope, 'Ana Reis')
    if (outcome !== 'passed')
      return { status: 400, code: 'STATEMENT_REFUSED', body: 'The statement does not match.' }
    service.statement = body
    const recipients = (service.envelope as Envelope).recipients.map((one) =>
      one.isYou ? { ...one, state: 'done' as const, actedAt: TIME } : one,
    )
    const isComplete = recipients.every(({ state }) => state === 'done')
    return change({ recipients, state: isComplete ? 'completing' : 'signing' })
  }

  const { requests, stop } = await startStubServer(
    (request) => service.options.intercept?.(request),
    respond,
  )
  /** Bodies of the requests whose path ends like this. */
  const sent = (end: string) =>
    requests
      .filter(({ method, path }) => method !== 'GET' && path.endsWith(end))
      .map(({ body }) => body.toString())
  return { service, requests, sent, change, stop }
}
