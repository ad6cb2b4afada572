import { reloadPage } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { ErrorState } from '@inkproof/ui/error-state'
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { PartProps } from '../account/part-props.ts'

export type Part = { id: string; Content: ComponentType<PartProps> }

/** Returns a part that is loaded when the settings are shown; its module exports it as `Component`. */
export function lazyPart(
  id: string,
  load: () => Promise<{ Component: ComponentType<PartProps> }>,
): Part {
  return { id, Content: lazy(async () => ({ default: (await load()).Component })) }
}

/** Shows a fallback while a part loads, and an error if it fails. */
export function PartBoundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}

class ErrorBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorState retryLabel={t('Reload the page')} onRetry={() => void reloadPage()}>
        {t(
          'This section of your settings did not load. Check your connection, then reload the page.',
        )}
      </ErrorState>
    )
  }
}
