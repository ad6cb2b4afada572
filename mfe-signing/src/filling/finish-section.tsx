import { t } from '@inkproof/texts/text'
import { type ReactNode, useEffect, useRef } from 'react'
import { ConsentCard } from '../signing/consent-card.tsx'
import { scrollToElement } from './scroll-to-element.ts'

type Props = {
  act: 'sign' | 'approve'
  /** What the person should be able to read before they agree. */
  beforeConsent: ReactNode
  /** The text that the person agrees to. */
  consent: string
  isAgreed: boolean
  isSigning: boolean
  onChange: (isAgreed: boolean) => void
  /** What follows the consent. */
  children: ReactNode
}

/** The consent, and how the person confirms. */
export function FinishSection(props: Props) {
  const { act } = props
  const heading = useShownHeading()
  return (
    <section aria-labelledby="finish-heading" className="space-y-6">
      <h2
        ref={heading}
        id="finish-heading"
        tabIndex={-1}
        className="scroll-mt-6 font-medium text-2xl text-ink tracking-tighter outline-none"
      >
        {act === 'sign' ? t('Agree and sign') : t('Agree and approve')}
      </h2>
      {props.beforeConsent}
      <ConsentCard
        act={act}
        text={props.consent}
        isAgreed={props.isAgreed}
        onChange={props.onChange}
        disabled={props.isSigning}
      />
      {props.children}
    </section>
  )
}

/** Focuses the heading and scrolls to it when it appears. */
function useShownHeading() {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    scrollToElement(element.current, 'start')
  }, [])
  return element
}
