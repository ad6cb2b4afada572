import { holdQueryCache, QUERY_DEFAULTS } from '@inkproof/slice'
import { type ReceivedRequest, serve, type TestResponse } from '@inkproof/slice/testing/serve'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { slice } from '../slice.tsx'

/** Sets the URL of the page; provided by browser-env.mjs. */
declare function visit(url: string): void

/** The content service's responses; undefined results in a 404. */
export type Responder = (
  request: ReceivedRequest,
) => TestResponse | Promise<TestResponse> | undefined

/** Opens a page of the slice as the shell does, with a content service that responds with `respond`. */
export async function openPage(path: string, respond: Responder) {
  const service = await serve((request) => respond(request) ?? { status: 404, body: 'Not here.' })
  visit(service.origin)
  const client = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  holdQueryCache(client)
  const frame = { hydrateFallbackElement: <p>Loading</p>, children: slice.routes }
  const router = createMemoryRouter([frame], { initialEntries: [path] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // The first test of a file waits until the page's code is compiled.
  const heading = await screen.findByRole('heading', { level: 1 })
  const close = async () => {
    cleanup()
    client.clear()
    await service.stop()
  }
  const currentPath = () => router.state.location.pathname
  return { requests: service.requests, heading, user: userEvent.setup(), currentPath, close }
}
