import type { CallDefinition } from '@inkproof/protocol/call'
import { signOut, useSession } from '@inkproof/slice'
import { updateUser } from '@inkproof/slice-parts/update-user'
import { t } from '@inkproof/texts/text'
import { handleSignInResponse } from '../sign-in/handle-sign-in-response.ts'

/** The response of a call. */
export type CallResponse = {
  status: number
  tookMs: number
  requestId: string
  /** The displayed text. In JSON, every `token` property is masked, because a displayed token could be copied. */
  text: string
}

const MAX_JSON_LENGTH = 20_000

/**
 * Runs a call without the shared request helper, which would clear the session on a 401. This page must show the
 * response instead. The body is sent as typed.
 *
 * @throws TypeError if there is no response.
 */
export async function runCall(
  call: CallDefinition,
  url: string,
  body: string,
): Promise<CallResponse> {
  const { token } = useSession.getState()
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: call.method,
    credentials: 'include',
    // A redirect leads to another site or back to this page, so it is shown instead of followed.
    redirect: 'manual',
    headers: {
      // `*/*` is for profile pictures, which are neither JSON nor text.
      accept: 'application/problem+json, application/json, */*;q=0.1',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  })
  const bytes = await response.arrayBuffer()
  const tookMs = Math.round(performance.now() - startedAt)
  const json = parseJson(response, bytes)
  if (response.ok) await updateSession(call, json, token)
  return {
    status: response.status,
    tookMs,
    requestId: response.headers.get('x-request-id') ?? t('none'),
    text: json === undefined ? formatText(response, bytes) : formatJson(json),
  }
}

/** Updates this browser's session to match what the service has just done. */
async function updateSession(
  { console: entry }: CallDefinition,
  json: unknown,
  token: string | null,
): Promise<void> {
  if (entry?.after === 'signs-out') await signOut()
  if (entry?.after === 'signs-in')
    handleSignInResponse(json as Parameters<typeof handleSignInResponse>[0])
  if (entry?.after === 'changes-user') updateUser((json as { user: object }).user, token)
}

function parseJson(response: Response, bytes: ArrayBuffer): unknown {
  if (!/json/.test(contentTypeOf(response))) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function formatJson(json: unknown): string {
  const hideToken = (name: string, value: unknown) => (name === 'token' ? t('(not shown)') : value)
  const text = JSON.stringify(json, hideToken, 2)
  return text.length > MAX_JSON_LENGTH ? `${text.slice(0, MAX_JSON_LENGTH)}\n…` : text
}

function formatText(response: Response, bytes: ArrayBuffer): string {
  if (response.type === 'opaqueredirect') return t('The browser is redirected to another page.')
  if (/^text\/|json/.test(contentTypeOf(response))) return new TextDecoder().decode(bytes)
  return bytes.byteLength === 0
    ? ''
    : t('{size} bytes of {type}', { size: bytes.byteLength, type: contentTypeOf(response) })
}

function contentTypeOf(response: Response): string {
  return response.headers.get('content-type') ?? ''
}
