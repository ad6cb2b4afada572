/** Responses of an operation: successes, and errors by status. */
import {
  type CallDefinition,
  isSchema,
  type RawResponse,
  type Schema,
} from '@inkproof/protocol/call'
import { ERRORS, type ErrorCode } from '@inkproof/protocol/errors'
import { groupBy } from 'es-toolkit/array'
import { errorsOf } from '../calls/declared-errors.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** An error as `application/problem+json` (RFC 9457). */
export const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['code', 'title', 'detail', 'status', 'requestId'],
  properties: {
    code: { type: 'string', description: 'Stable name of the error.' },
    title: { type: 'string' },
    detail: { type: 'string', description: 'What happened and what to do next.' },
    status: { type: 'integer' },
    requestId: { type: 'string' },
    details: { type: 'object', additionalProperties: true },
  },
}

/** Returns the responses of a call by status. */
export function responsesOf(definition: CallDefinition): Record<string, object> {
  const successes = Object.entries(definition.responses).map(([status, response]) => [
    status,
    successOf(response, definition),
  ])
  const unchanged = definition.etag ? [['304', { description: 'Unchanged.' }]] : []
  const byStatus = groupBy(errorsOf(definition), (code) => ERRORS[code].status)
  const failures = Object.entries(byStatus).map(([status, codes]) => [status, failureOf(codes)])
  return Object.fromEntries([...successes, ...unchanged, ...failures])
}

function successOf(response: Schema | RawResponse, { etag }: CallDefinition): object {
  const headers = etag ? { headers: { ETag: { schema: { type: 'string' } } } } : {}
  if (isSchema(response)) {
    const content = { 'application/json': { schema: jsonSchemaOf(response, 'output') } }
    return { description: 'Success.', ...headers, content }
  }
  switch (response.kind) {
    case 'empty':
      return { description: 'Success, no content.' }
    case 'redirect':
      return { description: 'Redirect.', headers: { Location: { schema: { type: 'string' } } } }
    case 'events':
      return {
        description: 'Server-sent events with this JSON as their data.',
        content: { 'text/event-stream': { schema: jsonSchemaOf(response.data, 'output') } },
      }
    default:
      return { description: 'Success.', ...headers, content: { [response.type]: {} } }
  }
}

function failureOf(codes: readonly ErrorCode[]): object {
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].title}`).join(' '),
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      'text/plain': { schema: { type: 'string' } },
    },
  }
}
