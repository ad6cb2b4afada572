import type { Schema } from '@inkproof/protocol/call'
import { documentedAs } from '@inkproof/protocol/documented-as'
import { z } from 'zod'

/** A JSON Schema of draft 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Converts a schema to JSON Schema.
 *
 * @param io whether it describes what a caller sends or what a service returns
 */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...written } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const documented = documentedAs(zodSchema)
      if (documented) Object.assign(jsonSchema, jsonSchemaOf(documented, io))
    },
  })
  return written
}
