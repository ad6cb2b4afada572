import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValue } from '../editor/draft.ts'
import { alternativesOf, isMark, isOpen, nextOpen, type OwnField } from './own-fields.ts'
import { scrollAboveBar, scrollToElement } from './scroll-to-element.ts'

/** Which field is being filled, and how to get from one to the next. */
export function useGuide(
  inputs: readonly OwnField[],
  setValue: (field: string, value: FieldValue | null) => void,
) {
  const [current, setCurrent] = useState<string | null>(null)
  const [isFinishing, setIsFinishing] = useState(false)
  const [signing, setSigning] = useState<OwnField | null>(null)
  const own = inputs.find(({ field }) => field.id === current) ?? null
  const isComplete = !inputs.some(isOpen)
  const next = nextOpen(inputs, current)

  /** Shows a field and its control. A tap on it selects a checkbox, and opens the dialog for a signature. */
  function choose(chosen: OwnField, isTap: boolean): void {
    const { field, value } = chosen
    // iPhones open the keyboard only for a control that gets the focus within the handler of the tap.
    flushSync(() => {
      setCurrent(field.id)
      setIsFinishing(false)
    })
    if (isTap && field.type === 'checkbox') {
      const isSelected = !(value?.kind === 'checkbox' && value.isSelected)
      setValue(field.id, { kind: 'checkbox', isSelected })
    }
    if (isTap && field.type === 'radio') selectButton(chosen)
    if (isTap && isMark(chosen)) setSigning(chosen)
    show(field.id)
  }

  /** Selects a radio button instead of the other ones of its group; null selects none of `buttons`. */
  function selectButton(
    chosen: OwnField | null,
    buttons = chosen && alternativesOf(chosen, inputs),
  ) {
    for (const { field } of buttons ?? [])
      setValue(field.id, field === chosen?.field ? { kind: 'checkbox', isSelected: true } : null)
  }

  function goOn(): void {
    if (own !== null && isOpen(own)) {
      if (isMark(own)) setSigning(own)
      else focusControl(own.field.id)
    } else if (next) choose(next, false)
  }

  function finish(): void {
    setCurrent(null)
    setIsFinishing(true)
  }

  return { own, isComplete, isFinishing, signing, setSigning, choose, selectButton, goOn, finish }
}

function show(field: string): void {
  const element = document.querySelector<HTMLElement>(`[data-own-field="${field}"]`)
  const control = focusControl(field)
  if (control) scrollAboveBar(element, control.closest('section'))
  else scrollToElement(element, 'center')
}

/** Focuses the control of a text; returns null if the field has none. */
function focusControl(field: string): HTMLElement | null {
  const control = document.querySelector<HTMLElement>(`[data-field-control="${field}"]`)
  control?.focus({ preventScroll: true })
  return control
}
