import { followOtherTabs, restoreSession, resumeSignOuts, setHost } from '@inkproof/slice'
import { adoptCspNonce } from '@inkproof/ui/csp-nonce'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { keepFirstScreen } from './first-screen/take-over.tsx'
import { ErrorBoundary } from './frame/error-boundary.tsx'
import { record } from './reports/incidents.ts'
import { loadFill } from './slices/fill.ts'
import { installIntegrity } from './slices/integrity.ts'
import { forbidEval } from './slices/no-eval.ts'
import { readRegistry } from './slices/registry.ts'
import { makeRouter } from './slices/router.tsx'

/** Reads the registry and restores the session concurrently, then renders the frame. */
export async function start(): Promise<void> {
  const container = document.getElementById('root')
  if (container === null) throw new Error('the page has no #root')
  adoptCspNonce()
  forbidEval()
  followOtherTabs()
  void restoreSession()
  const registry = await readRegistry()
  installIntegrity(registry)
  // Loads code, for which the hashes have to be installed.
  resumeSignOuts()
  setHost({ site: registry.site, loadFill })
  keepFirstScreen(container)
  const root = createRoot(container, { onCaughtError })
  const router = makeRouter()
  // As a transition, it is rendered in short tasks.
  startTransition(() =>
    root.render(
      <StrictMode>
        <ErrorBoundary>
          <RouterProvider router={router} />
        </ErrorBoundary>
      </StrictMode>,
    ),
  )
}

/** Replaces React's default, which only logs the error. */
function onCaughtError(error: unknown, info: { componentStack?: string | undefined }): void {
  console.error(error)
  record({ kind: 'crash', error, components: info.componentStack ?? '' })
}
