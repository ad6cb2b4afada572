import type { Schema } from './call.ts'

const documentationOf = new WeakMap<Schema, Schema>()

/**
 * Registers `documentation` as the schema to document instead of `schema`, for input that is validated by a
 * transformation. Returns `schema` unchanged.
 */
// @__NO_SIDE_EFFECTS__
export function documentAs<Original extends Schema>(
  schema: Original,
  documentation: Schema,
): Original {
  documentationOf.set(schema, documentation)
  return schema
}

/** Returns the schema registered by {@link documentAs}, if any. */
export function findDocumentation(schema: Schema): Schema | undefined {
  return documentationOf.get(schema)
}
