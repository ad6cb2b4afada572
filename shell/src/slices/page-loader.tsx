import { type ComponentType, useState } from 'react'
import type { RouteObject } from 'react-router-dom'
import { inTime } from './deadline.ts'
import { repair } from './repair.ts'
import { SliceFailure } from './slice-failure.tsx'
import { twice } from './twice.ts'

type PageModule = { Component: ComponentType }
type LoadPage = () => Promise<PageModule>
type Late = { load: LoadPage; error: unknown; Page: ComponentType | null }

/**
 * The router never retries a page whose `lazy` failed. So a failure resolves to a page that says so and can retry
 * in place.
 */
export function hardened(routes: RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const children = route.children ? { children: hardened(route.children) } : {}
    const lazy = typeof route.lazy === 'function' ? { lazy: forgiving(route.lazy as LoadPage) } : {}
    return { ...route, ...lazy, ...children } as RouteObject
  })
}

function forgiving(load: LoadPage) {
  return async () => {
    try {
      return await inTime(twice(load))
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
      late.Page = (await inTime(late.load())).Component
    } catch (error) {
      late.error = error
    }
    setTries((count) => count + 1)
  }
  return <SliceFailure error={late.error} tries={tries} onRetry={retry} />
}
