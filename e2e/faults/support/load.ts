/** Simulates users who certify continuously, and collects the acknowledged certificates. */

import { createCertifyRequest } from '../../testing/certify.ts'
import type { DocumentsService } from './documents-service.ts'

export type Acknowledged = { id: string; index: number; fingerprint: string }

export type Load = {
  readonly acknowledged: Acknowledged[]
  /** Resolves when the last request has completed. */
  stop(): Promise<void>
}

const PAUSE_MS = 300

/** Starts `users` users, each of whom certifies documents one after another. */
export function startLoad(documents: DocumentsService, users: number): Load {
  const acknowledged: Acknowledged[] = []
  let isStopping = false
  const work = Array.from({ length: users }, async () => {
    while (!isStopping) {
      acknowledged.push(await certify(documents))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })
  return {
    acknowledged,
    stop: async () => {
      isStopping = true
      await Promise.all(work)
    },
  }
}

export async function certify(documents: DocumentsService): Promise<Acknowledged> {
  const response = await fetch(`${documents.url}/api/v1/certificates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${documents.token}` },
    body: JSON.stringify(createCertifyRequest()),
  })
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as Acknowledged
}
