/** Simulates users who certify continuously, and collects the acknowledged certificates. */

import { createCertifyRequest } from '../../testing/certify.ts'
import type { DocumentsService } from './documents-service.ts'
import type { Acknowledged, Ledger } from './ledger.ts'

export type Load = {
  /** Resolves when the last request has completed. */
  stop(): Promise<void>
}

const PAUSE_MS = 300

/** Starts `users` users, each of whom certifies documents one after another, and adds the certificates to the ledger. */
export function startLoad(documents: DocumentsService, users: number, ledger: Ledger): Load {
  let isStopping = false
  const work = Array.from({ length: users }, async () => {
    while (!isStopping) {
      await certify(documents, ledger)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })
  return {
    stop: async () => {
      isStopping = true
      await Promise.all(work)
    },
  }
}

/** Certifies a document and adds the certificate to the ledger. @throws Error with the response if it is refused */
export async function certify(documents: DocumentsService, ledger: Ledger): Promise<Acknowledged> {
  const response = await fetch(`${documents.url}/api/v1/certificates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${documents.token}` },
    body: JSON.stringify(createCertifyRequest()),
  })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  const certificate = (await response.json()) as Acknowledged
  ledger.certificates.push({ ...certificate, token: documents.token })
  return certificate
}
