/**
 * Describes a call to a service as data, for its route, its client, its documentation and its tests.
 *
 * Definitions are in `calls/`, one constant each, so that a front end bundles only those it uses. This file needs
 * no schema library at run time.
 */
import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** Any zod schema, of zod or of zod/mini. */
export type Schema = z.core.$ZodType

/** HTTP methods that calls use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may make a call: `anyone`; `session`: a signed-in user; `member`: a person who may write in the session's
 * workspace; `reauthenticated`: a signed-in user who has recently confirmed their identity.
 */
export type Access = 'anyone' | 'session' | 'member' | 'reauthenticated'

/** How often a call may be made: at most `max` times in each window, counted by account or by client IP address. */
export type CallLimit = {
  /** The name of the counter. Calls whose limits have the same name share it. */
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
  /** Whether the call is allowed (`open`) or rejected (`closed`) while Redis is not responding. */
  readonly whenRedisFails: 'open' | 'closed'
  readonly by: 'account' | 'ip'
  /** When the request is counted. By default `before-parse`, so invalid requests count too. */
  readonly at?: 'before-parse' | 'after-parse'
}

/** A response that is not JSON. `type` is a media type. */
export type RawResponse =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly type: string }
  | { readonly kind: 'bytes'; readonly type: string }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'events'; readonly data: Schema }

/** Success statuses of calls. */
export type SuccessStatus = 200 | 201 | 202 | 204 | 303

/** The successful responses of a call by status: the schema of the JSON, or another kind of response. */
export type Responses = { readonly [status in SuccessStatus]?: Schema | RawResponse }

/** What /auth-test needs in addition to the definition. */
export type ConsoleEntry = {
  /** Initial values of its form. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  /** What the call changes; omitted for calls that change nothing. */
  readonly effect?: string
  /** What the call does to the session of the page that makes it. */
  readonly after?: 'signs-in' | 'signs-out' | 'changes-user'
}

export type CallDefinition = {
  readonly method: Method
  /** The full path, with parameters in Express syntax, such as `:id`. */
  readonly path: `/api/${string}`
  /** A one-sentence description. */
  readonly summary: string
  /** The heading it is listed under. */
  readonly tag: string
  readonly access: Access
  /** The API-key scope that this call requires. */
  readonly scope?: string
  /** Checked in this order; a limit counts the call only if the earlier ones allowed it. */
  readonly limit?: CallLimit | readonly CallLimit[]
  readonly params?: Schema
  /** The error for path parameters that do not match their schema; INVALID_INPUT by default. */
  readonly unknownParams?: ErrorCode
  readonly query?: Schema
  readonly body?: Schema
  /** Maximum size of the body in bytes; 32 KiB by default. */
  readonly bodyBytes?: number
  /** The body is a file instead of JSON: its media type and maximum size in bytes. The handler reads it from `req`. Not for calls with `body`. */
  readonly upload?: { readonly type: string; readonly maxBytes: number }
  /**
   * Of a call with `upload` whose caller has no session: what authorizes them, as JSON in the header
   * `Inkproof-Proof`, base64url ({@link PROOF_HEADER}). It is neither in the URL, which is logged, nor in the body, which is the file.
   */
  readonly proof?: Schema
  /** The handler reads the body itself with `body()`, after it has found the resource. */
  readonly handlerReadsBody?: true
  readonly responses: Responses
  /** Errors in addition to those that follow from the rest of the definition (see {@link commonErrors}). */
  readonly errors?: readonly ErrorCode[]
  /**
   * Paths of the input fields that an error is about, if this call names them differently than the error table, or
   * the table lists none.
   */
  readonly errorFields?: { readonly [code in ErrorCode]?: readonly string[] }
  /** `cache-control` of a successful response; `no-store` by default. */
  readonly cache?: string
  /**
   * Supports an Idempotency-Key: a request repeated with the same key within 24 hours takes effect once. The handler
   * runs again, so a repetition is authorized like any request and its response shows the current state.
   *
   * `inherently`: the effect is idempotent anyway, for example because the caller chooses the ID.
   * `effect-once`: the handler wraps its effect in `once`, which skips it on a repetition, or runs it again with the
   * same ID if it is unknown whether it was completed, for example because a response of the database was lost.
   */
  readonly idempotent?: 'inherently' | 'effect-once'
  /**
   * The call is not refused while the disk is full, although its method is neither GET nor DELETE: it changes nothing, or
   * people need it to read or to end a session.
   */
  readonly worksWhenFull?: true
  /** Returns an ETag, and 304 if If-None-Match matches it. */
  readonly etag?: true
  /** A paginated list: this query parameter takes the `next` of the previous page, which is null on the last one. */
  readonly page?: { readonly cursor: string }
  readonly console?: ConsoleEntry
}

/** The header with the `proof` of a call. */
export const PROOF_HEADER = 'inkproof-proof'

/** Calls by name; a service implements all calls of a group together. */
export type CallGroup = Readonly<Record<string, CallDefinition>>

/** No content: status 204. */
export const EMPTY = { kind: 'empty' } as const satisfies RawResponse

/** A redirect: status 303. Followed by navigation, not by fetch. */
export const REDIRECT = { kind: 'redirect' } as const satisfies RawResponse

/** Defines a call. Returns it unchanged, with its exact type. */
// @__NO_SIDE_EFFECTS__
export function defineCall<const Definition extends CallDefinition>(
  definition: Definition,
): Definition {
  return definition
}

/** A response with a textual media type, such as `text/plain`. */
// @__NO_SIDE_EFFECTS__
export function text(type: string): { readonly kind: 'text'; readonly type: string } {
  return { kind: 'text', type }
}

/** A response with bytes of a media type, such as `image/webp`. */
// @__NO_SIDE_EFFECTS__
export function bytes(type: string): { readonly kind: 'bytes'; readonly type: string } {
  return { kind: 'bytes', type }
}

/** Server-sent events with JSON of this shape as data; read with fetch. */
// @__NO_SIDE_EFFECTS__
export function events<Data extends Schema>(
  data: Data,
): { readonly kind: 'events'; readonly data: Data } {
  return { kind: 'events', data }
}

/** Whether a response is JSON with a schema, as opposed to a {@link RawResponse}. */
export function isSchema(response: Schema | RawResponse): response is Schema {
  return '_zod' in response
}

/** The rate limits of a call, in the order they are checked. */
export function limitsOf({ limit }: CallDefinition): readonly CallLimit[] {
  if (limit === undefined) return []
  return 'name' in limit ? [limit] : limit
}

/** Returns the names of the parameters in a path, in order. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

/** Errors that follow from a call's definition, in addition to INTERNAL, UNAVAILABLE and STORAGE_FULL. */
export function commonErrors(definition: CallDefinition): ErrorCode[] {
  const { access, limit, params, query, body, upload, idempotent } = definition
  return [
    ...(access === 'anyone' ? [] : (['SIGN_IN_REQUIRED', 'SESSION_ENDED'] as const)),
    ...(access === 'member' ? (['VIEWERS_ONLY_READ'] as const) : []),
    ...(access === 'reauthenticated' ? (['PROOF_NEEDED'] as const) : []),
    ...(limit ? (['TOO_MANY_REQUESTS'] as const) : []),
    ...(params ? [definition.unknownParams ?? 'INVALID_INPUT'] : []),
    ...(query || body || upload || idempotent ? (['INVALID_INPUT'] as const) : []),
    ...(body ? (['TOO_LARGE', 'NOT_JSON'] as const) : []),
    ...(upload ? (['TOO_LARGE', 'WRONG_MEDIA_TYPE'] as const) : []),
    ...(idempotent ? (['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    'METHOD_NOT_ALLOWED',
    'NOT_ACCEPTABLE',
  ]
}

type PartName = 'params' | 'query' | 'body' | 'proof'

/** The parsed input of a call, as its handler receives it: whichever of `params`, `query`, `body` and `proof` it defines. */
export type ParsedInput<Definition> = {
  [Part in PartName & keyof Definition]: Definition[Part] extends Schema
    ? Part extends 'body'
      ? ParsedBody<Definition, z.output<Definition[Part]>>
      : z.output<Definition[Part]>
    : never
}

type ParsedBody<Definition, Body> = Definition extends { handlerReadsBody: true }
  ? () => Promise<Body>
  : Body

/** The input a caller sends: whichever of `params`, `query`, `body` and `proof` the call defines, and the `file` of an upload. */
export type CallInput<Definition> = {
  [Part in PartName & keyof Definition as Optional<Definition[Part]> extends true
    ? never
    : Part]: SentPart<Definition[Part]>
} & {
  [Part in PartName & keyof Definition as Optional<Definition[Part]> extends true
    ? Part
    : never]?: SentPart<Definition[Part]>
} & (Definition extends { upload: object } ? { file: Blob } : unknown)

/** The data of each successful response, by status. */
export type DataByStatus<Definition extends CallDefinition> = {
  [Status in keyof Definition['responses']]: DataOf<Definition['responses'][Status]>
}

/** What a client receives from a successful call: a string for text, a Blob for bytes, the open response for events. */
export type CallResult<Definition extends CallDefinition> = {
  [Status in keyof Definition['responses']]: ReceivedOf<Definition['responses'][Status]>
}[keyof Definition['responses']]

type SentPart<Part> = Part extends Schema ? z.input<Part> : never
type Optional<Part> = Part extends Schema
  ? Record<never, never> extends z.input<Part>
    ? true
    : false
  : true

type DataOf<Declared> = Declared extends Schema
  ? z.output<Declared>
  : Declared extends { kind: 'text' | 'redirect' }
    ? string
    : Declared extends { kind: 'bytes' }
      ? Uint8Array
      : undefined

type ReceivedOf<Declared> = Declared extends Schema
  ? z.output<Declared>
  : Declared extends { kind: 'text' }
    ? string
    : Declared extends { kind: 'bytes' }
      ? Blob
      : Declared extends { kind: 'events' | 'redirect' }
        ? Response
        : undefined
