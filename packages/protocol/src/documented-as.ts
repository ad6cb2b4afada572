import type { Schema } from './call.ts'

const documentationOf = new WeakMap<Schema, Schema>()

/**
 * Registers a schema to document instead of this one, for input that is validated by a transformation. Returns the
 * first schema unchanged.
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
export function documentedAs(schema: Schema): Schema | undefined {
  return documentationOf.get(schema)
}
