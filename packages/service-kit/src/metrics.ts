import { type RequestHandler, Router } from 'express'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { IsOperator } from './operator.ts'

/** A service's metrics. Further metrics can be added to `registry`. */
export type Metrics = {
  registry: Registry
  measure: RequestHandler
  /** `/metrics`, for the operator only. */
  routes: (isOperator: IsOperator) => Router
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Creates Prometheus metrics of the process, and of request durations by route pattern.
 *
 * Durations are not grouped by path, because paths contain ids and each path would create a time series.
 */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP request duration in seconds',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  const measure: RequestHandler = (req, res, next) => {
    const stop = durations.startTimer()
    // The matched pattern is known only at the end of the request.
    res.on('close', () =>
      stop({ method: req.method, route: patternOf(req), status: res.statusCode }),
    )
    next()
  }
  return { registry, measure, routes: (isOperator) => metricsRoutes(registry, isOperator) }
}

function metricsRoutes(registry: Registry, isOperator: IsOperator): Router {
  const router = Router()
  router.get('/metrics', async (req, res) => {
    if (!isOperator(req)) {
      res.status(401).set('www-authenticate', 'Bearer').type('text/plain')
      return void res.send(
        'Metrics are for the operator: send MONITORING_TOKEN as a bearer token.\n',
      )
    }
    res.type(registry.contentType).send(await registry.metrics())
  })
  return router
}

function patternOf(req: Parameters<RequestHandler>[0]): string {
  const route = req.route as { path?: unknown } | undefined
  return typeof route?.path === 'string' ? req.baseUrl + route.path : 'none'
}
