/** A request of a call, right or wrong. */
import type { CallDefinition } from '@inkproof/protocol/call'

/**
 * Who makes a request: the token of a session, null for nobody; calls that need a session are made by the owner of the
 * certificate otherwise. `headers` are those of a browser.
 */
export type Sender = { as?: string | null; headers?: Readonly<Record<string, string>> }

/** A request of the given call, right or wrong. */
export type CallRequest = Sender & {
  method?: string
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>> | string
  body?: unknown
}

/** Sends a request of a call; `token` is that of the session where the request says nothing about it. */
export function sendCall(
  origin: string,
  { method, path, body, access }: CallDefinition,
  sent: CallRequest,
  token: string | null = null,
): Promise<Response> {
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => sent.params?.[name] ?? 'x')
  const as = sent.as === undefined && access !== 'anyone' ? token : sent.as
  const search = sent.query === undefined ? '' : `?${new URLSearchParams(sent.query)}`
  return fetch(`${origin}${filled}${search}`, {
    method: sent.method ?? method,
    redirect: 'manual',
    headers: {
      accept: 'application/problem+json, */*;q=0.5',
      ...(body && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${as}` }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && {
      body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body),
    }),
  })
}
