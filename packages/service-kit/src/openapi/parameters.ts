/** Parameters of an operation: path, query and headers. */
import { type CallDefinition, PROOF_HEADER, type Schema } from '@inkproof/protocol/call'
import { MAX_KEYS_PER_ACCOUNT } from '../calls/idempotency-store.ts'
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
  description:
    'A request repeated with the same key within 24 hours takes effect only once; its response shows the current state. ' +
    `The last ${MAX_KEYS_PER_ACCOUNT.toLocaleString('en')} keys of an account are remembered.`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const PROOF: Parameter = {
  name: PROOF_HEADER,
  in: 'header',
  required: true,
  description:
    'What authorizes the caller: the properties that the other calls of a link have in their body, as JSON in base64url.',
  schema: { type: 'string' },
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
  const { params, query, proof, idempotent, etag, page } = definition
  return [
    ...(params
      ? fieldsOf(params).map((field) => ({ ...field, in: 'path' as const, required: true }))
      : []),
    ...(query ? fieldsOf(query).map((field) => ({ ...field, in: 'query' as const })) : []).map(
      (field) => (field.name === page?.cursor ? { ...field, description: CURSOR } : field),
    ),
    ...(proof ? [PROOF] : []),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(etag ? [IF_NONE_MATCH] : []),
  ]
}

const CURSOR = 'The `next` value of the previous page; omit it for the first page.'

type Field = Pick<Parameter, 'name' | 'required' | 'schema'>

/** Returns the fields of an object schema; for a union of objects, all their fields as optional. */
function fieldsOf(schema: Schema): Field[] {
  const { properties, required = [], anyOf } = jsonSchemaOf(schema, 'input') as ObjectSchema
  if (anyOf) {
    return anyOf
      .flatMap((variant) => Object.entries(variant.properties ?? {}))
      .map(([name, fieldSchema]) => ({
        name,
        required: false,
        schema: fieldSchema,
      }))
  }
  return Object.entries(properties ?? {}).map(([name, fieldSchema]) => ({
    name,
    required: required.includes(name),
    schema: fieldSchema,
  }))
}

type ObjectSchema = {
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: ObjectSchema[]
}
