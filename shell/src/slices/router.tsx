import { t } from '@inkproof/texts/text'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { ErrorScreen } from '../frame/error-screen.tsx'
import { Frame } from '../frame/frame.tsx'
import { recordFailure } from './failures.ts'
import { loadSlice } from './load-slice.ts'
import { withRetries } from './page-loader.tsx'
import { watchScripts } from './prepare-retry.ts'
import { sliceFor } from './registry.ts'
import { SliceCrash } from './slice-crash.tsx'
import { SliceWrapper } from './slice-wrapper.tsx'
import { Unmatched } from './unmatched.tsx'

/**
 * The page's only router. It starts with the frame; the routes of a slice are added when an address of that slice
 * is first visited. If the slice cannot be loaded, the `*` route shows the error.
 */
export function makeRouter() {
  const addedIds = new Set<string>()
  watchScripts()
  return createBrowserRouter(frameRoutes(), {
    async patchRoutesOnNavigation({ path, patch }) {
      const published = sliceFor(path)
      if (published === null || addedIds.has(published.id)) return
      try {
        const slice = await loadSlice(published)
        if (addedIds.has(published.id)) return
        addedIds.add(published.id)
        patch('page', [createSliceRoute(published.id, slice.routes)])
        recordFailure(published.id, null)
      } catch (error) {
        recordFailure(published.id, error)
      }
    },
  })
}

function frameRoutes(): RouteObject[] {
  return [
    {
      id: 'frame',
      element: <Frame />,
      // The same element, so that the header is not remounted when the first page has loaded.
      hydrateFallbackElement: <Frame />,
      errorElement: <ErrorScreen />,
      children: [
        {
          id: 'page',
          children: [
            ...withRetries([
              {
                path: '/auth-status',
                handle: { title: t('Status') },
                lazy: () => import('../status/status.page.tsx'),
              },
            ]),
            // The loader makes the router wait, so that this route does not match while the URL’s slice is loading.
            { path: '*', loader: () => null, element: <Unmatched /> },
          ],
        },
      ],
    },
  ]
}

function createSliceRoute(id: string, routes: RouteObject[]): RouteObject {
  return {
    id: `slice:${id}`,
    element: <SliceWrapper id={id} />,
    errorElement: <SliceCrash id={id} />,
    children: withRetries(routes, id),
  }
}
