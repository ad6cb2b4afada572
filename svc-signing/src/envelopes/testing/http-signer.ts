/** Signs documents over HTTP as the front end does. */
import { samplePdf } from '@inkproof/pdf-signing/testing/sample-pdfs'
import { Envelope } from '@inkproof/protocol/envelopes'
import type { Caller, SigningService } from '../../testing/signing-service.ts'
import { field, newId, SIGNER, START } from './envelope-system.ts'
import { createSigner, type Signer, signAs } from './signer.ts'

export const PDF_FILE = samplePdf({ pages: 2 })

export const FIELDS = [
  field('signature', { page: 2 }),
  field('name', { rectangle: { x: 50, y: 100, width: 120, height: 20 } }),
  field('text', { rectangle: { x: 50, y: 140, width: 120, height: 20 } }),
  field('checkbox', { rectangle: { x: 50, y: 180, width: 20, height: 20 } }),
]

/** The status of a response, and its error code or body. */
export async function outcomeOf(response: Promise<Response>): Promise<[number, unknown]> {
  const { headers, status, text } = await response.then(async (received) => ({
    status: received.status,
    headers: received.headers,
    text: await received.text(),
  }))
  return [status, headers.get('inkproof-error') ?? (text === '' ? null : JSON.parse(text))]
}

export function createHttpSigner({ request }: Pick<SigningService, 'request'>) {
  const envelopeOf = async (sent: Promise<Response>): Promise<Envelope> => {
    const response = await sent
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return Envelope.parse(await response.json())
  }
  const upload = (
    { token }: Pick<Caller, 'token'>,
    { id = newId(), file = PDF_FILE, fileName = 'Lease.pdf', type = 'application/pdf' } = {},
  ) => request('POST', `?id=${id}&fileName=${encodeURIComponent(fileName)}`, token, { file, type })
  const start = ({ token }: Pick<Caller, 'token'>, id: string, change: object = {}) =>
    request('POST', `/${id}/start`, token, { json: { ...START, fields: FIELDS, ...change } })
  const bind = ({ token }: Pick<Caller, 'token'>, id: string, { publicKeyText }: Signer) =>
    request('POST', `/${id}/recipients/${SIGNER}/key`, token, {
      json: { publicKey: publicKeyText },
    })
  const sign = ({ token }: Pick<Caller, 'token'>, id: string, json: unknown) =>
    request('POST', `/${id}/recipients/${SIGNER}/statement`, token, { json })
  const discard = ({ token }: Pick<Caller, 'token'>, id: string, reason = '') =>
    request('POST', `/${id}/void`, token, { json: { reason } })
  const show = ({ token }: Pick<Caller, 'token'>, id: string) => request('GET', `/${id}`, token)
  return {
    ...{ upload, start, bind, sign, discard, show, envelopeOf },
    download: ({ token }: Pick<Caller, 'token'>, id: string, what: string) =>
      request('GET', `/${id}/${what}`, token),
    remove: ({ token }: Pick<Caller, 'token'>, id: string) => request('DELETE', `/${id}`, token),
    list: ({ token }: Pick<Caller, 'token'>, cursor?: string) =>
      request('GET', cursor === undefined ? '' : `?cursor=${cursor}`, token),
    /** A request that waits for its signer, who has bound a key. */
    bound: async (
      caller: Caller,
      change: object = {},
    ): Promise<{ envelope: Envelope; signer: Signer }> => {
      const { id } = await envelopeOf(upload(caller))
      await envelopeOf(start(caller, id, change))
      const signer = await createSigner()
      return { envelope: await envelopeOf(bind(caller, id, signer)), signer }
    },
    statement: signAs,
  }
}
