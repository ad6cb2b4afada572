import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

type State = { hasFailed: boolean }

/** Catches render errors of the frame itself. Hot-reload errors during development are ignored. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: !isHotReloadError(error) }
  }

  override render() {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children
  }
}

/** Errors that a development server causes while replacing modules; the next update fixes them. */
export function isHotReloadError(error: unknown): boolean {
  const message = error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error)
  return /hot[- ]?(update|reload|module)|react-refresh/i.test(message)
}
