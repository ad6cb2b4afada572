import { type ComponentType, useState } from 'react'
import type { RouteObject } from 'react-router-dom'
import { withDeadline } from './deadline.ts'
import { repair } from './repair.ts'
import { retryOnce } from './retry-once.ts'
import { SliceFailure } from './slice-failure.tsx'

type PageModule = { Component: ComponentType }
type LoadPage = () => Promise<PageModule>
type Late = { load: LoadPage; error: unknown; Page: ComponentType | null }

/**
 * The router never retries a page whose `lazy` failed. So a failure resolves to a page that says so and can retry
 * in place.
 */
export function withRetries(routes: RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const children = route.children ? { children: withRetries(route.children) } : {}
    const lazy =
      typeof route.lazy === 'function' ? { lazy: loadWithRetry(route.lazy as LoadPage) } : {}
    return { ...route, ...lazy, ...children } as RouteObject
  })
}

function loadWithRetry(load: LoadPage) {
  return async () => {
    try {
      return await withDeadline(retryOnce(load))
    } catch (error) {
      return { element: <LatePage late={{ load, error, Page: null }} /> }
    }
  }
}

/** Replaces a page that did not load, and renders it once a retry succeeds. */
function LatePage({ late }: { late: Late }) {
  const [tries, setTries] = useState(0)
  if (late.Page !== null) return <late.Page />

  async function retry() {
    try {
      await repair(null)
      late.Page = (await withDeadline(late.load())).Component
    } catch (error) {
      late.error = error
    }
    setTries((count) => count + 1)
  }
  return <SliceFailure error={late.error} tries={tries} onRetry={retry} />
}
