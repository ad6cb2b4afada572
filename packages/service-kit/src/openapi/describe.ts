/** Serves the OpenAPI document of a service's calls. */
import type { CallDefinition } from '@inkproof/protocol/call'
import type { OpenApiDocument } from '@inkproof/protocol/openapi'
import type { BoundCall } from '../calls/implement.ts'
import { openApiDocument } from './document.ts'

/** A call that returns an OpenAPI document. */
export type Description = CallDefinition & { answers: { 200: typeof OpenApiDocument } }

/**
 * Returns the calls of a service and the one that describes them all, including itself.
 *
 * @param description the definition of that call, by its name
 */
export function describeCalls(
  calls: readonly BoundCall[],
  description: Readonly<Record<string, Description>>,
  title: string,
): BoundCall[] {
  const own = Object.entries(description).map(([name, definition]) => ({
    name,
    definition,
    handle: () => document,
  }))
  const all = [...calls, ...own]
  const document = openApiDocument(all, { title, version: '1' })
  return all
}
