/** The calls that return the OpenAPI descriptions of services. */
import { defineCall } from '../call.ts'
import { OpenApiDocument } from '../openapi.ts'

export const describeDocumentCalls = defineCall({
  method: 'GET',
  path: '/api/v1/openapi.json',
  summary: 'Describes the calls about certificates and the public record as OpenAPI 3.1.',
  tag: 'Descriptions',
  access: 'anyone',
  responses: { 200: OpenApiDocument },
  cache: 'public, max-age=60',
  etag: true,
})

export const describeAuthCalls = defineCall({
  method: 'GET',
  path: '/api/auth/openapi.json',
  summary: 'Describes the calls about accounts, sessions and workspaces as OpenAPI 3.1.',
  tag: 'Descriptions',
  access: 'anyone',
  responses: { 200: OpenApiDocument },
  cache: 'public, max-age=60',
  etag: true,
})

export const describeSigningCalls = defineCall({
  method: 'GET',
  path: '/api/v1/envelopes/openapi.json',
  summary: 'Describes the calls about signing requests as OpenAPI 3.1.',
  tag: 'Descriptions',
  access: 'anyone',
  responses: { 200: OpenApiDocument },
  cache: 'public, max-age=60',
  etag: true,
})

/** The description of svc-documents. */
export const documentDescriptions = { describeDocumentCalls }

/** The description of svc-auth. */
export const authDescriptions = { describeAuthCalls }

/** The description of svc-signing. */
export const signingDescriptions = { describeSigningCalls }
