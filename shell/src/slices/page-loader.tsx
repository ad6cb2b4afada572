import { type ComponentType, useState } from 'react'
import type { RouteObject } from 'react-router-dom'
import { recordFailed } from '../reports/incidents.ts'
import { prepareRetry } from './prepare-retry.ts'
import { retryOnce } from './retry-once.ts'
import { SliceFailure } from './slice-failure.tsx'
import { withTimeout } from './with-timeout.ts'

type PageModule = { Component: ComponentType }
type LoadPage = () => Promise<PageModule>
type FailedPage = { load: LoadPage; error: unknown; Page: ComponentType | null }

/**
 * Lets the user retry a page that failed to load. The router never retries a page whose `lazy` failed, so a failure
 * resolves to a page that shows the error and can retry in place. `sliceId` is undefined for pages of the shell.
 */
export function withRetries(routes: RouteObject[], sliceId?: string): RouteObject[] {
  return routes.map((route) => {
    const children = route.children ? { children: withRetries(route.children, sliceId) } : {}
    const lazy =
      typeof route.lazy === 'function'
        ? { lazy: loadWithRetry(route.lazy as LoadPage, sliceId) }
        : {}
    return { ...route, ...lazy, ...children } as RouteObject
  })
}

function loadWithRetry(load: LoadPage, sliceId: string | undefined) {
  return async () => {
    try {
      return await withTimeout(retryOnce(load)).catch(recordFailed(sliceId))
    } catch (error) {
      return { element: <FailedPageView failed={{ load, error, Page: null }} /> }
    }
  }
}

/** Replaces a page that did not load, and renders it once a retry succeeds. */
function FailedPageView({ failed }: { failed: FailedPage }) {
  const [retryCount, setRetryCount] = useState(0)
  if (failed.Page !== null) return <failed.Page />

  async function retry() {
    try {
      await prepareRetry(null)
      failed.Page = (await withTimeout(failed.load())).Component
    } catch (error) {
      failed.error = error
    }
    setRetryCount((count) => count + 1)
  }
  return <SliceFailure error={failed.error} retryCount={retryCount} onRetry={retry} />
}
