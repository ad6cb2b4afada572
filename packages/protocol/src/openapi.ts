/** The description of a service's calls as an OpenAPI 3.1 document. */
import * as z from 'zod/mini'

/** The required members of every OpenAPI document; the OpenAPI specification defines the rest. */
export const OpenApiDocument = z.looseObject({
  openapi: z.string().check(z.regex(/^3\.1\.\d+$/)),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
})
export type OpenApiDocument = z.infer<typeof OpenApiDocument>
