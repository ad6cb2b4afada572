import type { InternalCall } from '@inkproof/protocol/internal'
import { z } from 'zod'
import { AppError } from './app-error.ts'
import type { ServiceIdentity } from './service-keys.ts'
import { signServiceToken } from './service-token.ts'

type Schema = z.core.$ZodType

/** Makes signed calls from this service to others. */
export type ServiceClient = {
  /**
   * Makes an internal call to a service and validates its response.
   *
   * @throws AppError UNAVAILABLE if the service is down or slow, rejects the call, or returns an invalid or
   * oversized response; its cause says which
   */
  call<Body extends Schema, Result extends Schema>(
    service: string,
    call: InternalCall<Body, Result>,
    body: z.core.input<Body>,
  ): Promise<z.core.output<Result>>
}

/** Base URLs of services by name. */
export type ServiceUrls = ReadonlyMap<string, string>

const RESPONSE_TIMEOUT_MS = 5_000
/** Responses are pages of up to a few hundred records, or smaller. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

/** Creates a client. @param urls base URLs of the services that may be called */
export function createServiceClient(identity: ServiceIdentity, urls: ServiceUrls): ServiceClient {
  return {
    call: async (service, { path, response }, body) => {
      try {
        const base = urls.get(service)
        if (base === undefined) throw new Error(`${service} has no URL`)
        const url = new URL(path, base)
        return z.core.parse(response, await post(identity, service, url, JSON.stringify(body)))
      } catch (cause) {
        throw new AppError('UNAVAILABLE', {}, { cause })
      }
    },
  }
}

async function post(
  identity: ServiceIdentity,
  service: string,
  url: URL,
  body: string,
): Promise<unknown> {
  const call = { method: 'POST', path: url.pathname, body: Buffer.from(body) }
  const response = await fetch(url, {
    method: call.method,
    body,
    headers: {
      authorization: `Bearer ${signServiceToken(identity, service, call)}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${service} returned ${response.status} for ${url.pathname}`)
  }
  return JSON.parse(await readText(response))
}

/** Stops reading as soon as the response is too large. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES)
      throw new Error(`the response is larger than ${MAX_RESPONSE_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
