import { t } from '@inkproof/texts/text'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValue } from '../editor/draft.ts'
import { nameOfField } from '../signing/field-names.ts'
import {
  alternativesOf,
  isMark,
  isOpen,
  nextOpen,
  nextOptional,
  type OwnField,
} from './own-fields.ts'
import { scrollAboveBar, scrollToElement } from './scroll-to-element.ts'

/** Which field is being filled, and how to get from one to the next. */
export function useGuide(
  inputs: readonly OwnField[],
  setValue: (field: string, value: FieldValue | null) => void,
) {
  const [current, setCurrent] = useState<string | null>(null)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [isFinishing, setIsFinishing] = useState(false)
  const [signing, setSigning] = useState<OwnField | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const chosen = inputs.find(({ field }) => field.id === current) ?? null
  const own = chosen && refused === current ? withMissing(chosen) : chosen
  const isComplete = !inputs.some(isOpen)
  const next = nextOpen(inputs, current)
  const optional = nextOptional(inputs, current, seen)

  /** Shows a field and its control. A tap on it selects a checkbox, and opens the dialog for a signature. */
  function choose(chosen: OwnField, isTap: boolean): void {
    const { field, value } = chosen
    // iPhones open the keyboard only for a control that gets the focus within the handler of the tap.
    flushSync(() => {
      setCurrent(field.id)
      setSeen((before) => new Set([...before, field.id]))
      setIsFinishing(false)
      setRefused(null)
    })
    // What the sender filled in becomes the person's own once they have seen it.
    if (chosen.isUnseen) setValue(field.id, value)
    if (isTap && field.type === 'checkbox') {
      const isSelected = !(value?.kind === 'checkbox' && value.isSelected)
      setValue(field.id, { kind: 'checkbox', isSelected })
    }
    if (isTap && field.type === 'radio') selectButton(chosen)
    if (isTap && isMark(chosen)) setSigning(chosen)
    show(chosen, isTap)
  }

  /** Selects a radio button instead of the other ones of its group, and marks it; null selects none of `buttons`. */
  function selectButton(
    chosen: OwnField | null,
    buttons = chosen && alternativesOf(chosen, inputs),
  ) {
    if (chosen) setCurrent(chosen.field.id)
    for (const { field } of buttons ?? [])
      setValue(field.id, field === chosen?.field ? { kind: 'checkbox', isSelected: true } : null)
  }

  function goOn(): void {
    if (own !== null && isOpen(own)) {
      if (isMark(own)) setSigning(own)
      else refuse(own.field.id)
    } else if (next) choose(next, false)
  }

  /** Shows a field that can be left empty. The button for it may disappear, so the focus moves to the control. */
  function goToOptional(): void {
    if (optional === undefined) return
    choose(optional, false)
    focusControl(optional.field.id)
  }

  /** Says what is missing, and focuses the control for it. */
  function refuse(field: string): void {
    flushSync(() => setRefused(field))
    focusControl(field)
  }

  function finish(): void {
    setCurrent(null)
    setIsFinishing(true)
  }

  return {
    ...{ own, isComplete, isFinishing, signing, hasOptional: optional !== undefined },
    ...{ setSigning, choose, selectButton, goOn, goToOptional, finish },
  }
}

/** Adds that the field must be filled in, unless it is. */
function withMissing(own: OwnField): OwnField {
  const isMissing = own.problem === null && isOpen(own)
  const problem = isMissing ? t('“{field}” is required.', { field: nameOfField(own.field) }) : null
  return problem === null ? own : { ...own, problem }
}

/** Scrolls to a field. Focuses its control, unless a tap already did what the control does. */
function show(own: OwnField, isTap: boolean): void {
  const { id, type } = own.field
  const element = document.querySelector<HTMLElement>(`[data-own-field="${id}"]`)
  const isToggled = isTap && (type === 'checkbox' || type === 'radio')
  const control = isMark(own) || isToggled ? null : focusControl(id)
  // Only a text opens the on-screen keyboard.
  if (control?.matches('input, textarea')) scrollAboveBar(element, control.closest('section'))
  else scrollToElement(element, 'center')
}

/** Focuses the control of a field, and returns it. */
function focusControl(field: string): HTMLElement | null {
  const editor = document.querySelector(`[data-field-control="${field}"]`)
  const control = editor?.querySelector<HTMLElement>('input, textarea, button') ?? null
  control?.focus({ preventScroll: true })
  return control
}
