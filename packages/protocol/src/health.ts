/** GET /readyz of every service, and /api/health/{service} at the gateway: 200 when ready, else 503. */
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
