/** Binds the definitions of a feature's calls to their handlers. */
import type {
  CallDefinition,
  CallGroup,
  DataByStatus,
  ParsedInput,
  RawResponse,
} from '@inkproof/protocol/call'
import type { Request, Response } from 'express'
import type { Session } from '../auth.ts'
import type { Once } from './idempotency.ts'

/**
 * The input of a handler: the parsed `params`, `query` and `body` of the call's definition, the session unless `access`
 * is `anyone`, `once` if the call is `effect-once`, and the request and response for everything else, such as cookies.
 * With `handlerReadsBody`, `body` is a function that reads and parses the body.
 */
export type CallContext<Definition extends CallDefinition> = ParsedInput<Definition> &
  (Definition['access'] extends 'anyone' ? unknown : { session: Session }) &
  (Definition extends { idempotent: 'effect-once' } ? { once: Once } : unknown) & {
    req: Request
    res: Response
  }

/**
 * The result of a handler: the response's data, or `{ status, data }` if the call declares several successes. Text is a
 * string, bytes are a Uint8Array, a redirect is its location. The handler of an event stream opens it on `res` and
 * returns nothing.
 */
export type HandlerResult<Definition extends CallDefinition> =
  IsUnion<keyof DataByStatus<Definition>> extends true
    ? StatusAndData<Definition>
    : Single<Definition['responses'][keyof Definition['responses']], Definition>

/** Handles one call. Throws AppError to reject it. */
export type CallHandler<Definition extends CallDefinition> = (
  context: CallContext<Definition>,
) => HandlerResult<Definition> | Promise<HandlerResult<Definition>>

/** A handler for each call of a group; a missing one is a compile error. */
export type Handlers<Group extends CallGroup> = {
  readonly [Name in keyof Group]: CallHandler<Group[Name]>
}

/** A call with its handler. Created by {@link implement}, served by `createApp`. */
export type BoundCall = {
  readonly name: string
  readonly definition: CallDefinition
  /** Receives the context of its own definition. */
  readonly handle: (context: never) => unknown
}

/** Implements every call of a group. */
export function implement<const Group extends CallGroup>(
  definitions: Group,
  handlers: NoInfer<Handlers<Group>>,
): BoundCall[] {
  return Object.entries(definitions).map(([name, definition]) => ({
    name,
    definition,
    handle: handlers[name as keyof Group] as BoundCall['handle'],
  }))
}

type StatusAndData<Definition extends CallDefinition> = {
  [Status in keyof DataByStatus<Definition>]: {
    status: Status
    data: DataByStatus<Definition>[Status]
  }
}[keyof DataByStatus<Definition>]

type Single<Declared, Definition extends CallDefinition> = Declared extends RawResponse & {
  kind: 'empty' | 'events'
}
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler without data may end without a return.
    void
  : DataByStatus<Definition>[keyof DataByStatus<Definition>]

type IsUnion<Type, Whole = Type> = Type extends unknown
  ? [Whole] extends [Type]
    ? false
    : true
  : never
