import { t } from '@inkproof/texts/text'
import { Component, type ReactNode, startTransition, useCallback, useEffect, useState } from 'react'
import type { SlotName } from './describe.ts'
import { type Fill, loadFill } from './host.ts'

/** The wrapper scopes styles and does not affect the layout. */
const CONTENTS = { display: 'contents' }

type SlotState =
  | { step: 'loading' }
  | { step: 'ready'; fill: Fill }
  | { step: 'empty' }
  | { step: 'failed'; error: unknown }

/** Props of {@link Slot}. */
export type SlotProps = {
  name: SlotName
  /** Shown until the fill is loaded; give it the size of the fill to avoid a layout shift. */
  fallback: ReactNode
  /** Shown inline if no slice fills the slot, or if the slice that fills it cannot be loaded or fails. */
  failed?: (retry: () => void) => ReactNode
}

/**
 * Renders the component that another slice provides for this slot (a named extension point). Errors inside it do not
 * propagate.
 */
export function Slot({ name, fallback, failed = renderDefaultFailure }: SlotProps) {
  const [slot, retry] = useSlotState(name)
  if (slot.step === 'loading') return fallback
  if (slot.step !== 'ready') return failed(retry)
  return (
    <FillBoundary failed={failed(retry)}>
      <div data-slice={slot.fill.slice} style={CONTENTS}>
        <slot.fill.Component />
      </div>
    </FillBoundary>
  )
}

function useSlotState(name: SlotName): [SlotState, () => void] {
  const [slot, setSlot] = useState<SlotState>({ step: 'loading' })
  const load = useCallback(() => {
    setSlot({ step: 'loading' })
    void loadSlotState(name).then((state) => startTransition(() => setSlot(state)))
  }, [name])
  useEffect(load, [load])
  return [slot, load]
}

async function loadSlotState(name: SlotName): Promise<SlotState> {
  try {
    const found = await loadFill(name)
    return found === null ? { step: 'empty' } : { step: 'ready', fill: found }
  } catch (error) {
    return { step: 'failed', error }
  }
}

function renderDefaultFailure(retry: () => void): ReactNode {
  return (
    <p role="alert">
      {t('This section cannot be shown right now.')}{' '}
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
