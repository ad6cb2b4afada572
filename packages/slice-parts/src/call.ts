/** Makes HTTP calls from the definitions that services implement. */
import {
  type CallDefinition,
  type CallInput,
  type CallResult,
  isSchema,
  PROOF_HEADER,
  type Schema,
  type SuccessStatus,
} from '@inkproof/protocol/call'
import { urlOf } from '@inkproof/protocol/call-url'
import { request } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { type $ZodIssue, safeParse } from 'zod/v4/core'

/** Options of a call in addition to its input. */
export type CallOptions = {
  signal?: AbortSignal
  /** Identifies the request, so that repeating it has its effect only once. For calls that are `idempotent`. */
  idempotencyKey?: string
}

/** The input of a call; optional if none of it is required. */
export type InputArgs<Definition> =
  Record<never, never> extends CallInput<Definition>
    ? [input?: CallInput<Definition>, options?: CallOptions]
    : [input: CallInput<Definition>, options?: CallOptions]

/**
 * Makes a call and returns its response, validated against the definition.
 *
 * @throws RequestError if the service rejects the call; Error if the response does not match the definition, with the
 * invalid fields in its cause
 */
export async function call<Definition extends CallDefinition>(
  definition: Definition,
  ...[input, options = {}]: InputArgs<Definition>
): Promise<CallResult<Definition>> {
  const { idempotencyKey, ...init } = options
  const { body, file, proof }: { body?: unknown; file?: Blob; proof?: unknown } = input ?? {}
  const headers = {
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(proof !== undefined && { [PROOF_HEADER]: encodeProof(proof) }),
  }
  const url = urlOf<CallDefinition>(definition, input)
  const sent = file && definition.upload ? withType(file, definition.upload.type) : body
  const response = await request(definition.method, url, sent, { ...init, headers })
  return (await parseResponse(definition, response)) as CallResult<Definition>
}

/** base64url without padding (RFC 4648, section 5) of UTF-8. */
function encodeProof(proof: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(proof))
  const encoded = btoa(String.fromCharCode(...bytes))
  return encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Browsers derive the type of a file from its name, and do not know every name. */
function withType(file: Blob, type: string): Blob {
  return file.type === type ? file : file.slice(0, file.size, type)
}

async function parseResponse(definition: CallDefinition, response: Response): Promise<unknown> {
  const definedResponse = definition.responses[response.status as SuccessStatus]
  if (definedResponse === undefined)
    throw new Error(`unexpected status ${response.status} from ${definition.path}`)
  if (isSchema(definedResponse)) return parseBody(definedResponse, await response.json())
  if (definedResponse.kind === 'text') return response.text()
  if (definedResponse.kind === 'bytes') return response.blob()
  return definedResponse.kind === 'empty' ? undefined : response
}

/** A newer release of a service may return more fields than this front end knows; that is not an error. */
function parseBody(schema: Schema, json: unknown): unknown {
  const { data, error } = safeParse(schema, json)
  if (error === undefined) return data
  if (error.issues.every(isUnknownField)) return json
  throw new Error(t('The response could not be read. Reload the page and try again.'), {
    cause: error,
  })
}

function isUnknownField(issue: $ZodIssue): boolean {
  if (issue.code === 'invalid_union')
    return issue.errors.some((branch) => branch.length > 0 && branch.every(isUnknownField))
  return issue.code === 'unrecognized_keys'
}
