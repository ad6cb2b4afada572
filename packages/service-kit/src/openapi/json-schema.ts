import type { Schema } from '@inkproof/protocol/call'
import { z } from 'zod'

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 takes as it is. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Writes a schema as JSON Schema.
 *
 * @param io whether of what a caller sends or of what a service answers
 */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...written } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return written
}
