/**
 * Whether a service is ready: the response of `/readyz`, and of the gateway's call below. `dependencies` is empty for
 * everyone but the operator.
 */
import * as z from 'zod/mini'

export const Dependency = z.strictObject({
  name: z.string(),
  ready: z.boolean(),
  /** Why it is not ready; null if it is. */
  reason: z.nullable(z.string()),
  tookMs: z.number(),
})
export type Dependency = z.infer<typeof Dependency>

export const Readiness = z.strictObject({
  service: z.string(),
  ready: z.boolean(),
  dependencies: z.array(Dependency),
})
export type Readiness = z.infer<typeof Readiness>

/** The gateway's call that forwards to `/readyz` of a service: 200 if it is ready, otherwise 503. */
export const SHOW_HEALTH = {
  method: 'GET',
  path: '/api/health/:service',
  params: z.strictObject({ service: z.string() }),
} as const
