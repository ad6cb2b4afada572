/** Converts call definitions to an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1). */
import type { CallDefinition } from '@inkproof/protocol/call'
import type { OpenApiDocument } from '@inkproof/protocol/openapi'
import { jsonSchemaOf } from './json-schema.ts'
import { parametersOf } from './parameters.ts'
import { PROBLEM_SCHEMA, responsesOf } from './responses.ts'

/** A call and its name in its group, which is used as the operation id. */
export type NamedCall = { name: string; definition: CallDefinition }

/**
 * Creates the OpenAPI document of these calls. Every operation lists its parameters, body, responses and errors.
 *
 * @param info title and version of the API
 */
export function openApiDocument(
  calls: readonly NamedCall[],
  info: { title: string; version: string },
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const { name, definition } of calls) {
    const path = definition.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [definition.method.toLowerCase()]: operationOf(name, definition),
    }
  }
  const tags = [...new Set(calls.map(({ definition }) => definition.tag))]
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: PROBLEM_SCHEMA },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

type Operation = OpenApiDocument['paths'][string][string]

function operationOf(operationId: string, definition: CallDefinition): Operation {
  const { summary, tag, access, body, upload } = definition
  const parameters = parametersOf(definition)
  return {
    operationId,
    summary,
    tags: [tag],
    security: access === 'anyone' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(body, 'input') } },
      },
    }),
    ...(upload && {
      requestBody: {
        required: true,
        description: `At most ${upload.maxBytes} bytes.`,
        content: { [upload.type]: {} },
      },
    }),
    responses: responsesOf(definition),
  }
}
