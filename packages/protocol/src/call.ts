/**
 * A call to a service as data: everything its route, its client, its documentation and its tests need to know.
 *
 * Definitions stand in `calls/`, one constant each, so that a front end bundles only those it uses.
 * This file has no schema library at run time.
 */
import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** Any zod schema, of zod or of zod/mini. */
export type Schema = z.core.$ZodType

/** Methods the services answer. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may make a call: `anyone`; `session`: whoever is signed in; `member`: whoever may write in the
 * workspace of the session; `proof`: whoever is signed in and has recently confirmed their identity.
 */
export type Access = 'anyone' | 'session' | 'member' | 'proof'

/** How often a call may be made: at most `max` times in each window, counted by account or by client address. */
export type CallLimit = {
  /** Names the counter. Calls whose limits have the same name share it. */
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
  /** Whether the call passes (`open`) or is refused (`closed`) while Redis does not answer. */
  readonly whenRedisFails: 'open' | 'closed'
  readonly by: 'account' | 'address'
  /** Whether invalid requests count. They do by default, which is `before-parse`. */
  readonly at?: 'before-parse' | 'after-parse'
}

/** An answer that is not JSON. `type` is a media type. */
export type RawAnswer =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly type: string }
  | { readonly kind: 'bytes'; readonly type: string }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'events'; readonly data: Schema }

/** Statuses of success that calls answer. */
export type SuccessStatus = 200 | 201 | 202 | 204 | 303

/** What a call answers when it succeeds, by status: the schema of its JSON, or something else than JSON. */
export type Answers = { readonly [status in SuccessStatus]?: Schema | RawAnswer }

/** What /auth-test needs to know beyond what the definition says anyway. */
export type ConsoleEntry = {
  /** Values to begin with. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  /** What changes when the call is made; calls without it change nothing. */
  readonly effect?: string
  /** What the call does to the session of the page it is made from. */
  readonly after?: 'signs-in' | 'signs-out' | 'changes-user'
}

export type CallDefinition = {
  readonly method: Method
  /** The whole path, with parameters as Express spells them: `/api/v1/certificates/:id`. */
  readonly path: `/api/${string}`
  /** What it does, as one sentence. */
  readonly summary: string
  /** The group it is listed under. */
  readonly tag: string
  readonly access: Access
  /** What an API key must be allowed to do to make this call. */
  readonly scope?: string
  /** Several are counted in this order, each only if those before it let the call pass. */
  readonly limit?: CallLimit | readonly CallLimit[]
  readonly params?: Schema
  /** The error for parameters that do not match their schema; INVALID_INPUT by default. */
  readonly unknownParams?: ErrorCode
  readonly query?: Schema
  readonly body?: Schema
  /** Largest body in bytes; 32 KiB by default. */
  readonly bodyBytes?: number
  /** The handler reads the body by `body()`, once it knows that there is what the call is about. */
  readonly lateBody?: true
  readonly answers: Answers
  /** Errors beyond those that every call can end in (see {@link commonErrors}). */
  readonly errors?: readonly ErrorCode[]
  /**
   * Paths of the input fields that an error is about, where this call names them otherwise than the table of
   * errors, or the table names none.
   */
  readonly errorFields?: { readonly [code in ErrorCode]?: readonly string[] }
  /** `cache-control` of a success; `no-store` by default. */
  readonly cache?: string
  /** Takes an Idempotency-Key: repeating the request with the same key replays its answer for 24 hours. */
  readonly idempotent?: true
  /** Answers an ETag, and 304 where If-None-Match names it. */
  readonly etag?: true
  /** A list in pages: this query parameter takes the `next` of the page before, which is null on the last page. */
  readonly page?: { readonly cursor: string }
  readonly console?: ConsoleEntry
}

/** Calls by name, as a service implements them together. */
export type CallGroup = Readonly<Record<string, CallDefinition>>

/** No body: status 204. */
export const EMPTY = { kind: 'empty' } as const satisfies RawAnswer

/** A redirect: status 303. Made by navigating, not by fetch. */
export const REDIRECT = { kind: 'redirect' } as const satisfies RawAnswer

/** Defines a call. Returns it unchanged, with its exact type. */
// @__NO_SIDE_EFFECTS__
export function defineCall<const Definition extends CallDefinition>(
  definition: Definition,
): Definition {
  return definition
}

/** An answer of a media type that is text, such as `text/plain`. */
// @__NO_SIDE_EFFECTS__
export function text(type: string): { readonly kind: 'text'; readonly type: string } {
  return { kind: 'text', type }
}

/** An answer of bytes of a media type, such as `image/webp`. */
// @__NO_SIDE_EFFECTS__
export function bytes(type: string): { readonly kind: 'bytes'; readonly type: string } {
  return { kind: 'bytes', type }
}

/** Server-sent events, each with JSON of this shape as its data; read by fetch. */
// @__NO_SIDE_EFFECTS__
export function events<Data extends Schema>(
  data: Data,
): { readonly kind: 'events'; readonly data: Data } {
  return { kind: 'events', data }
}

/** Tells a schema from another kind of answer. */
export function isSchema(answer: Schema | RawAnswer): answer is Schema {
  return '_zod' in answer
}

/** The rate limits of a call, in the order in which they are counted. */
export function limitsOf({ limit }: CallDefinition): readonly CallLimit[] {
  if (limit === undefined) return []
  return 'name' in limit ? [limit] : limit
}

/** Names of the parameters in a definition's path, in order. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

/** Errors a call can end in because of what its definition says, besides INTERNAL, UNAVAILABLE and STORAGE_FULL. */
export function commonErrors(definition: CallDefinition): ErrorCode[] {
  const { access, limit, params, query, body, idempotent } = definition
  return [
    ...(access === 'anyone' ? [] : (['SIGN_IN_REQUIRED', 'SESSION_ENDED'] as const)),
    ...(access === 'member' ? (['VIEWERS_ONLY_READ'] as const) : []),
    ...(access === 'proof' ? (['PROOF_NEEDED'] as const) : []),
    ...(limit ? (['TOO_MANY_REQUESTS'] as const) : []),
    ...(params ? [definition.unknownParams ?? 'INVALID_INPUT'] : []),
    ...(query || body || idempotent ? (['INVALID_INPUT'] as const) : []),
    ...(body ? (['TOO_LARGE', 'NOT_JSON'] as const) : []),
    ...(idempotent ? (['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    'METHOD_NOT_ALLOWED',
    'NOT_ACCEPTABLE',
  ]
}

type PartName = 'params' | 'query' | 'body'

/** The parsed input of a call, as its handler gets it: those of `params`, `query` and `body` it defines. */
export type ParsedInput<Definition> = {
  [Part in PartName & keyof Definition]: Definition[Part] extends Schema
    ? Part extends 'body'
      ? ParsedBody<Definition, z.output<Definition[Part]>>
      : z.output<Definition[Part]>
    : never
}

type ParsedBody<Definition, Body> = Definition extends { lateBody: true }
  ? () => Promise<Body>
  : Body

/** What a caller sends: those of `params`, `query` and `body` the call defines. */
export type CallInput<Definition> = {
  [Part in PartName & keyof Definition as Optional<Definition[Part]> extends true
    ? never
    : Part]: SentPart<Definition[Part]>
} & {
  [Part in PartName & keyof Definition as Optional<Definition[Part]> extends true
    ? Part
    : never]?: SentPart<Definition[Part]>
}

/** What each success of a call carries, by status. */
export type DataByStatus<Definition extends CallDefinition> = {
  [Status in keyof Definition['answers']]: DataOf<Definition['answers'][Status]>
}

/** What a call answers when it succeeds. A text is a string, bytes are a Blob, events are the open response. */
export type Answered<Definition extends CallDefinition> = {
  [Status in keyof Definition['answers']]: ReceivedOf<Definition['answers'][Status]>
}[keyof Definition['answers']]

type SentPart<Part> = Part extends Schema ? z.input<Part> : never
type Optional<Part> = Part extends Schema
  ? Record<never, never> extends z.input<Part>
    ? true
    : false
  : true

type DataOf<Answer> = Answer extends Schema
  ? z.output<Answer>
  : Answer extends { kind: 'text' | 'redirect' }
    ? string
    : Answer extends { kind: 'bytes' }
      ? Uint8Array
      : undefined

type ReceivedOf<Answer> = Answer extends Schema
  ? z.output<Answer>
  : Answer extends { kind: 'text' }
    ? string
    : Answer extends { kind: 'bytes' }
      ? Blob
      : Answer extends { kind: 'events' | 'redirect' }
        ? Response
        : undefined
