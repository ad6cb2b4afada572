/** Routes requests to the calls of a service. */
import type { CallDefinition } from '@inkproof/protocol/call'
import type { RequestHandler, Router } from 'express'
import { AppError } from '../app-error.ts'
import { createRouter } from '../router.ts'
import { type CallGuards, findMissingGuard } from './guards.ts'
import { handleCall } from './handle-call.ts'
import type { BoundCall } from './implement.ts'

/**
 * Creates a router for all calls. Fixed segments take precedence over parameters, regardless of the order of the calls.
 *
 * @throws Error if two calls have the same method and path, or a guard that a call needs is missing
 */
export function callRouter(calls: readonly BoundCall[], guards: CallGuards): Router {
  const router = createRouter()
  const seen = new Set<string>()
  for (const call of calls.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))) {
    const { method, path } = call.definition
    const shape = `${method} ${path.replaceAll(/:\w+/g, ':')}`
    if (seen.has(shape)) throw new Error(`${method} ${path} is implemented twice`)
    seen.add(shape)
    const missing = findMissingGuard(call.definition, guards)
    if (missing)
      throw new Error(`${method} ${path} needs ${missing}, which the service's guards lack`)
    const route = router.route(path)
    // Express serves HEAD with the GET route, which never ends for a stream.
    if (isStream(call.definition)) route.head(refuseMethod('GET'))
    route[lowerCase(method)](handleCall(call, guards))
  }
  return router
}

/** Rejects requests to a call's path with a method that the path does not support. */
export function unknownMethodRouter(calls: readonly BoundCall[]): Router {
  const router = createRouter()
  const methodsByPath = new Map<string, string[]>()
  for (const { definition } of calls) {
    const { method, path } = definition
    const methods = method === 'GET' && !isStream(definition) ? ['GET', 'HEAD'] : [method]
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), ...methods])
  }
  for (const [path, methods] of methodsByPath) router.all(path, refuseMethod(methods.join(', ')))
  return router
}

/** @throws AppError METHOD_NOT_ALLOWED, with the methods of the path in the Allow header */
function refuseMethod(allow: string): RequestHandler {
  return (_req, res) => {
    res.set('allow', allow)
    throw new AppError('METHOD_NOT_ALLOWED', { allow })
  }
}

function isStream({ responses }: CallDefinition): boolean {
  const response = responses[200]
  return response !== undefined && 'kind' in response && response.kind === 'events'
}

/** Sorts parameters after all fixed segments. */
function sortKey({ definition }: BoundCall): string {
  return definition.path.replaceAll(':', '\uffff')
}

function lowerCase<Name extends string>(method: Name): Lowercase<Name> {
  return method.toLowerCase() as Lowercase<Name>
}
