import { dateLimits } from '@inkproof/signing/date-limits'
import type { Field } from '@inkproof/signing/field'
import type { TextFormat } from '@inkproof/signing/validation'
import type { InputHTMLAttributes } from 'react'
import { signingToday } from './day.ts'

type Attributes = InputHTMLAttributes<HTMLInputElement>

/** How a browser lets people enter a text: the keyboard of a phone, and what it fills in. */
export function textInput({ format }: Field['validation']): Attributes {
  return format === undefined ? {} : BY_FORMAT[format]
}

/** A date is chosen in a calendar, which does not offer the days that are not allowed. */
export function dateInput(validation: Field['validation']): Attributes {
  const { earliest, latest } = dateLimits(validation, signingToday())
  return { type: 'date', ...(earliest && { min: earliest }), ...(latest && { max: latest }) }
}

const BY_FORMAT: Readonly<Record<TextFormat, Attributes>> = {
  email: { inputMode: 'email', autoComplete: 'email', autoCapitalize: 'off' },
  phone: { inputMode: 'tel', autoComplete: 'tel' },
  url: { inputMode: 'url', autoComplete: 'url', autoCapitalize: 'off' },
  letters: {},
  digits: { inputMode: 'numeric' },
}
