/** Sends valid and invalid requests to calls. */
import { type CallDefinition, PROOF_HEADER } from '@inkproof/protocol/call'

/**
 * The sender of a request: `as` is the token of a session, or null for none. By default, calls that need a session are
 * sent as the owner of the certificate. `headers` are those of a browser.
 */
export type Sender = { as?: string | null; headers?: Readonly<Record<string, string>> }

/** A valid or invalid request to a call. */
export type CallRequest = Sender & {
  method?: string
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>> | string
  body?: unknown
  /** What authorizes the upload of a file without a session. */
  proof?: unknown
  /** The body of a call that uploads a file. */
  file?: Blob
}

/** Sends a request to a call; `token` is the session used if the request does not specify one. */
export function sendCall(
  origin: string,
  { method, path, body, upload, access }: CallDefinition,
  request: CallRequest,
  token: string | null = null,
): Promise<Response> {
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => request.params?.[name] ?? 'x')
  const as = request.as === undefined && access !== 'anyone' ? token : request.as
  const search = request.query === undefined ? '' : `?${new URLSearchParams(request.query)}`
  return fetch(`${origin}${filled}${search}`, {
    method: request.method ?? method,
    redirect: 'manual',
    headers: {
      accept: 'application/problem+json, */*;q=0.5',
      ...(body && { 'content-type': 'application/json' }),
      ...(upload && { 'content-type': upload.type }),
      ...(as && { authorization: `Bearer ${as}` }),
      ...(request.proof !== undefined && {
        [PROOF_HEADER]: Buffer.from(JSON.stringify(request.proof)).toString('base64url'),
      }),
      ...request.headers,
    },
    ...(request.file && { body: request.file }),
    ...(request.body !== undefined && {
      body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body),
    }),
  })
}
