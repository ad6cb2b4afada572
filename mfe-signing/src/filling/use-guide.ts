import { useState } from 'react'
import type { FieldValue } from '../editor/draft.ts'
import { isMark, isOpen, nextOpen, type OwnField } from './own-fields.ts'
import { scrollToElement } from './scroll-to-element.ts'

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
    setCurrent(field.id)
    setIsFinishing(false)
    if (isTap && field.type === 'checkbox') {
      const isSelected = !(value?.kind === 'checkbox' && value.isSelected)
      setValue(field.id, { kind: 'checkbox', isSelected })
    }
    if (isTap && isMark(chosen)) setSigning(chosen)
    // The control appears with the next render.
    requestAnimationFrame(() => show(field.id))
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

  return { own, isComplete, isFinishing, signing, setSigning, choose, goOn, finish }
}

function show(field: string): void {
  scrollToElement(document.querySelector(`[data-own-field="${field}"]`), 'center')
  focusControl(field)
}

function focusControl(field: string): void {
  const control = document.querySelector<HTMLElement>(`[data-field-control="${field}"]`)
  control?.focus({ preventScroll: true })
}
