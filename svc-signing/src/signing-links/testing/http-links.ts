/** What recipients do with their mailed links over HTTP, for tests. */
import { randomUUID } from 'node:crypto'
import { textOfPdf } from '@inkproof/pdf-signing/testing/pdf-tools'
import type { FieldRequest } from '@inkproof/protocol/envelope-fields'
import type { BindKeyRequest, SignRequest } from '@inkproof/protocol/sign-request'
import { LinkedRequest } from '@inkproof/protocol/signing-links'
import { until } from '@inkproof/service-kit/testing/fixture'
import { createHttpSigner, FIELDS, outcomeOf } from '../../envelopes/testing/http-signer.ts'
import { type SignChanges, type Signer, signAs } from '../../envelopes/testing/signer.ts'
import { textOf } from '../../testing/link-system.ts'
import type { Caller, SigningService } from '../../testing/signing-service.ts'

export type Link = { id: string; secret: string }

/** The second field of the first recipient, if it is for a file. */
export const ATTACHMENT = 'signer-01-field-0002'

export type HttpLinks = ReturnType<typeof createHttpLinks>

/** @param now the clock of svc-signing */
export function createHttpLinks(system: SigningService, now: () => Date) {
  const http = createHttpSigner(system)

  const call = ({ id, secret }: Link, path: string, body: object = {}): Promise<Response> =>
    fetch(`${system.origin}/api/v1/signing-links/${id}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, accessCode: null, ...body }),
    })

  /** Waits for an e-mail, and returns its text. @param after number of e-mails to skip */
  async function mailTo(address: string, subject: string, after = 0): Promise<string> {
    const find = () =>
      system.smtp.received
        .slice(after)
        .findLast(({ raw, to }) => to === address && raw.includes(subject))
    await until(async () => find() !== undefined)
    return textOf(find() as never)
  }

  /** Asks for a code, and returns it as mailed to `email`. */
  const codeFor = (link: Link, email: string, { publicKeyText: publicKey }: Signer) =>
    codeForKey(link, email, { publicKey })

  async function codeForKey(link: Link, email: string, key: BindKeyRequest): Promise<string> {
    const after = system.smtp.received.length
    const [status, body] = await outcomeOf(call(link, 'code', key))
    if (status !== 200) throw new Error(`${status} ${body}`)
    const [code = ''] = /^\d{6}$/m.exec(await mailTo(email, 'Your code', after)) ?? []
    return code
  }

  return {
    http,
    call,
    mailTo,
    codeFor,
    codeForKey,
    /**
     * Sends a request with one signer, and returns what the invitation contains.
     *
     * @param email where the invitation arrives
     */
    sendRequest: async (
      change: object = {},
      email = `ann-${randomUUID()}@example.com`,
      placed: readonly FieldRequest[] = FIELDS,
    ) => {
      const sender: Caller = await system.newPerson()
      const { id } = await http.envelopeOf(http.upload(sender))
      const ann = { name: 'Ann Archer', email, role: 'signer', order: 1, accessCode: null }
      const recipients = [{ ...ann, ...change }]
      const fields = placed.map((field) => ({ ...field, recipient: 0 }))
      await http.envelopeOf(http.start(sender, id, { recipients, fields }))
      return { sender, id, email, link: linkIn(await mailTo(email, 'asks you to sign')) }
    },
    bind: async (link: Link, email: string, signer: Signer): Promise<LinkedRequest> => {
      const code = await codeFor(link, email, signer)
      return linked(call(link, 'key', { publicKey: signer.publicKeyText, code }))
    },
    /** Uploads the file of the field {@link ATTACHMENT}. @param proof shows who does, besides the link */
    attach: (
      { id, secret }: Link,
      { bytes, fileName }: { bytes: Buffer; fileName: string },
      proof: object,
    ): Promise<Response> => {
      const query = new URLSearchParams({ id, field: ATTACHMENT, fileName })
      const shown = JSON.stringify({ secret, accessCode: null, ...proof })
      return fetch(`${system.origin}/api/v1/signing-links/attachments?${query}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'inkproof-proof': Buffer.from(shown).toString('base64url'),
        },
        body: new Uint8Array(bytes),
      })
    },
    /** What the browser of the link's holder sends; with a reason, to decline. */
    statementOf: (
      signer: Pick<Signer, 'publicKey' | 'sign'>,
      shown: LinkedRequest,
      reason?: string,
      changes: SignChanges = {},
    ): Promise<SignRequest> =>
      signAs(
        signer,
        { ...shown, recipients: [shown.you] },
        { now: now(), ...(reason !== undefined && { reason }), ...changes },
      ),
  }
}

/** Returns the request that a response shows. @throws Error if it shows none */
export async function linked(response: Promise<Response>): Promise<LinkedRequest> {
  const [status, body] = await outcomeOf(response)
  if (status !== 200) throw new Error(`${status} ${body}`)
  return LinkedRequest.parse(body)
}

/** Finds the link in the text of an e-mail. */
export function linkIn(text: string): Link {
  const [, id = '', secret = ''] = /\/sign\/([\w-]+)#(\S+)/.exec(text) ?? []
  return { id, secret }
}

/** The text of a PDF as {@link withoutSpaces}. */
export async function wordsOf(response: Response): Promise<string> {
  return withoutSpaces(await textOfPdf(new Uint8Array(await response.arrayBuffer())))
}

/** Long words of a PDF are broken into lines. */
export function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '')
}
