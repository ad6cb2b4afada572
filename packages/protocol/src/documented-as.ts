import type { Schema } from './call.ts'

const documented = new WeakMap<Schema, Schema>()

/**
 * Documents input by another schema, where a transformation checks what this one lets pass. Returns the first schema
 * unchanged.
 */
// @__NO_SIDE_EFFECTS__
export function documentAs<Given extends Schema>(schema: Given, as: Schema): Given {
  documented.set(schema, as)
  return schema
}

/** The schema that documents this one instead of itself, if one does. */
export function documentedAs(schema: Schema): Schema | undefined {
  return documented.get(schema)
}
