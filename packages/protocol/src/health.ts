/** Whether a service and everything it depends on is ready: `/readyz` of the service, or the gateway's call. */
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

/** The call by which the gateway passes on `/readyz` of a service: status 200 when it is ready, else 503, with the same body. */
export const SHOW_HEALTH = {
  method: 'GET',
  path: '/api/health/:service',
  params: z.strictObject({ service: z.string() }),
} as const
