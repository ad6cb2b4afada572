/** Parameters of an operation: of its path, its query and its headers. */
import type { CallDefinition, Schema } from '@inkproof/protocol/call'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** A Parameter Object of OpenAPI. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
  description?: string
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Requests repeated with the same key within 24 hours return the original response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of a previous response. Returns 304 if it is unchanged.',
  schema: { type: 'string' },
}

/** Returns the parameters of a call in the order path, query, headers. */
export function parametersOf(definition: CallDefinition): Parameter[] {
  const { params, query, idempotent, etag, page } = definition
  return [
    ...(params
      ? namedOf(params).map((one) => ({ ...one, in: 'path' as const, required: true }))
      : []),
    ...(query ? namedOf(query).map((one) => ({ ...one, in: 'query' as const })) : []).map((one) =>
      one.name === page?.cursor ? { ...one, description: CURSOR } : one,
    ),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(etag ? [IF_NONE_MATCH] : []),
  ]
}

const CURSOR = 'The `next` value of the previous page; omit it for the first page.'

type Named = Pick<Parameter, 'name' | 'required' | 'schema'>

/** Fields of an object; for a union of objects, all their fields as optional. */
function namedOf(schema: Schema): Named[] {
  const { properties, required = [], anyOf } = jsonSchemaOf(schema, 'input') as ObjectSchema
  if (anyOf) {
    return anyOf
      .flatMap((choice) => Object.entries(choice.properties ?? {}))
      .map(([name, one]) => ({
        name,
        required: false,
        schema: one,
      }))
  }
  return Object.entries(properties ?? {}).map(([name, one]) => ({
    name,
    required: required.includes(name),
    schema: one,
  }))
}

type ObjectSchema = {
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: ObjectSchema[]
}
