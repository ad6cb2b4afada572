/** Serves the OpenAPI document of a service's calls. */
import type { CallDefinition } from '@inkproof/protocol/call'
import type { OpenApiDocument } from '@inkproof/protocol/openapi'
import type { BoundCall } from '../calls/implement.ts'
import { openApiDocument } from './document.ts'

/** The definition of a call that returns an OpenAPI document. */
export type OpenApiCall = CallDefinition & { responses: { 200: typeof OpenApiDocument } }

/**
 * Returns a service's calls after one more, which returns the OpenAPI document of all of them, including itself. It is the first,
 * because its path also has the form of one with an ID.
 *
 * @param openApiCall the definition of the additional call, by its name
 */
export function withOpenApiCall(
  calls: readonly BoundCall[],
  openApiCall: Readonly<Record<string, OpenApiCall>>,
  title: string,
): BoundCall[] {
  const added = Object.entries(openApiCall).map(([name, definition]) => ({
    name,
    definition,
    handle: () => document,
  }))
  const all = [...added, ...calls]
  const document = openApiDocument(all, { title, version: '1' })
  return all
}
