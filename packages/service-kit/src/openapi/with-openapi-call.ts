/** Serves the OpenAPI document of a service's calls. */
import type { CallDefinition } from '@inkproof/protocol/call'
import type { OpenApiDocument } from '@inkproof/protocol/openapi'
import type { BoundCall } from '../calls/implement.ts'
import { openApiDocument } from './document.ts'

/** A call that returns an OpenAPI document. */
export type Description = CallDefinition & { responses: { 200: typeof OpenApiDocument } }

/**
 * Adds to a service's calls the call that returns their OpenAPI document, which also describes that call itself.
 *
 * @param description the definition of the added call, by its name
 */
export function withOpenApiCall(
  calls: readonly BoundCall[],
  description: Readonly<Record<string, Description>>,
  title: string,
): BoundCall[] {
  const added = Object.entries(description).map(([name, definition]) => ({
    name,
    definition,
    handle: () => document,
  }))
  const all = [...calls, ...added]
  const document = openApiDocument(all, { title, version: '1' })
  return all
}
