import { t } from '@inkproof/texts/text'
import { Component, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { PlaceName } from './describe.ts'
import { type Fill, loadFill } from './host.ts'

/** The wrapper scopes styles and does not affect the layout. */
const CONTENTS = { display: 'contents' }

type Filling =
  | { step: 'loading' }
  | { step: 'ready'; fill: Fill }
  | { step: 'empty' }
  | { step: 'failed'; error: unknown }

/** Props of {@link Place}. */
export type PlaceProps = {
  name: PlaceName
  /** Shown until the fill is loaded; give it the size of the fill to avoid a layout shift. */
  fallback: ReactNode
  /** Shown inline when the filling slice is missing or broken, or when there is none. */
  failed?: (retry: () => void) => ReactNode
}

/**
 * Renders the component that another slice provides for this place, a named extension point. Errors inside do not
 * propagate.
 */
export function Place({ name, fallback, failed = plainFailure }: PlaceProps) {
  const [filling, retry] = useFilling(name)
  if (filling.step === 'loading') return fallback
  if (filling.step !== 'ready') return failed(retry)
  return (
    <FillBoundary failed={failed(retry)}>
      <div data-slice={filling.fill.slice} style={CONTENTS}>
        <filling.fill.Component />
      </div>
    </FillBoundary>
  )
}

function useFilling(name: PlaceName): [Filling, () => void] {
  const [filling, setFilling] = useState<Filling>({ step: 'loading' })
  const load = useCallback(() => {
    setFilling({ step: 'loading' })
    void fill(name).then(setFilling)
  }, [name])
  useEffect(load, [load])
  return [filling, load]
}

async function fill(name: PlaceName): Promise<Filling> {
  try {
    const found = await loadFill(name)
    return found === null ? { step: 'empty' } : { step: 'ready', fill: found }
  } catch (error) {
    return { step: 'failed', error }
  }
}

function plainFailure(retry: () => void): ReactNode {
  return (
    <p role="alert">
      {t('This part cannot be shown right now.')}{' '}
      <button type="button" onClick={retry}>
        {t('Try again')}
      </button>
    </p>
  )
}

class FillBoundary extends Component<{ failed: ReactNode; children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
