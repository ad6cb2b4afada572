import { closeAuth, holdQueryCache, QUERY_DEFAULTS } from '@inkproof/slice'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { signOutNow } from './sign-in.ts'

/** Renders part of a page as the shell does. `close` signs the user out. */
export function openSigning(children: ReactNode, path = '/document-signing') {
  const client = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  holdQueryCache(client)
  const router = createMemoryRouter([{ path: '*', element: children }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  function close(): void {
    cleanup()
    act(() => closeAuth())
    client.clear()
    signOutNow()
  }
  return { user: userEvent.setup(), location: () => router.state.location, close }
}
