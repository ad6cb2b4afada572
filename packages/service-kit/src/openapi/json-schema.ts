import type { Schema } from '@inkproof/protocol/call'
import { findDocumentation } from '@inkproof/protocol/documented-as'
import { z } from 'zod'

/** A JSON Schema of draft 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Converts a schema to JSON Schema.
 *
 * @param io whether it describes input from a caller or output of a service
 */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      const documentation = findDocumentation(zodSchema)
      if (documentation) Object.assign(target, jsonSchemaOf(documentation, io))
    },
  })
  return jsonSchema
}
