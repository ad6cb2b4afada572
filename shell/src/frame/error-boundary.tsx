import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

type State = { hasFailed: boolean }

/** Catches a render error of the frame itself. Hot-reload errors of development are ignored. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: !isHotReloadError(error) }
  }

  override render() {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children
  }
}

/** Errors a development server causes while it exchanges modules; the next update heals them. */
export function isHotReloadError(error: unknown): boolean {
  const message = error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error)
  return /hot[- ]?(update|reload|module)|react-refresh/i.test(message)
}
