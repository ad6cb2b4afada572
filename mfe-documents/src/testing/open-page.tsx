import { closeAuth, holdQueryCache, QUERY_DEFAULTS, useSession } from '@inkproof/slice'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { useHeads } from '../heads/heads.store.ts'
import { slice } from '../slice.tsx'
import { ANA } from './people.ts'
import { type ReceivedRequest, type StubResponse, startService } from './service.ts'

/** Returns the service's response to a request; null results in a 404. */
export type Respond = (request: ReceivedRequest) => StubResponse | Promise<StubResponse> | null

type Options = { isSignedIn?: boolean; state?: unknown }

/** Opens a page of the slice as the shell does, with a service that responds with `respond`. */
export async function openPage(path: string, respond: Respond, options: Options = {}) {
  const { requests, stop } = await startService(
    (received) => respond(received) ?? { status: 404, body: 'There is nothing at this address.' },
  )
  if (options.isSignedIn) signIn()
  else useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  const client = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  holdQueryCache(client)
  const initialEntries = [{ pathname: path, state: options.state ?? null }]
  const frame = { hydrateFallbackElement: <p>Loading</p>, children: slice.routes }
  const router = createMemoryRouter([frame], { initialEntries })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // The first test of a file waits until the page's code is compiled.
  await screen.findByRole('heading', { level: 1 })
  const currentPath = () => router.state.location.pathname
  return { requests, path: currentPath, user: userEvent.setup(), close: () => close(client, stop) }
}

/** Signs Ana in without the sign-in form. */
export function signIn(): void {
  act(() => useSession.setState({ status: 'signed-in', user: ANA, token: 't' }, true))
}

async function close(client: QueryClient, stop: () => Promise<unknown>): Promise<void> {
  cleanup()
  act(() => closeAuth())
  client.clear()
  useSession.setState({ status: 'signed-out', user: null, token: null }, true)
  useHeads.setState({ status: 'loading' }, true)
  await stop()
}
