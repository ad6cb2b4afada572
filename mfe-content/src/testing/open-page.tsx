import { holdQueryCache, QUERY_DEFAULTS } from '@inkproof/slice'
import { type Answer, type Asked, serve } from '@inkproof/slice/testing/serve'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { slice } from '../slice.tsx'

declare function visit(url: string): void

/** What the content service answers; undefined leaves the rest to 404. */
export type Answers = (asked: Asked) => Answer | Promise<Answer> | undefined

// A busy machine takes its time; what is waited for is a condition all the same.
configure({ asyncUtilTimeout: 10_000 })

/** Opens an address of the slice as the shell does, before a service that answers this. */
export async function openPage(path: string, answers: Answers) {
  const service = await serve((one) => answers(one) ?? { status: 404, body: 'Not here.' })
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
  // The first test of a file waits until the page's code is translated.
  const heading = await screen.findByRole('heading', { level: 1 }, { timeout: 25_000 })
  const close = async () => {
    cleanup()
    client.clear()
    await service.stop()
  }
  const at = () => router.state.location.pathname
  return { asked: service.asked, heading, user: userEvent.setup(), at, close }
}
