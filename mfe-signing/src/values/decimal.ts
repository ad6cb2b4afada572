/** How people type numbers: some write a decimal comma, and some separate thousands with a comma. */
import type { Field } from '@inkproof/signing/field'

const DECIMAL_COMMA = /^-?\d+,(?:\d{1,2}|\d{4,})$/
/** Either thousands or decimals. */
const AMBIGUOUS = /^-?\d+,\d{3}$/

/**
 * Returns a number with a decimal point instead of a comma. A comma before exactly three digits stays, because it may separate
 * thousands: such a text is not a number. Call it when the person has finished typing.
 */
export function withDecimalPoint(text: string): string {
  const number = text.trim()
  return DECIMAL_COMMA.test(number) ? number.replace(',', '.') : text
}

/**
 * Returns the number as it is stated and shown: with a decimal point, and with so many decimal places if the field has them.
 * What is no such number stays as it is. Call it when the person has finished typing.
 */
export function formatNumber(text: string, { decimals }: Field['validation']): string {
  const number = withDecimalPoint(text)
  const parts = decimals === undefined ? null : DECIMAL.exec(number.trim())
  if (parts === null) return number
  const [, minus, whole, fraction = ''] = parts
  if (fraction.length > (decimals ?? 0)) return number
  const places = fraction.padEnd(decimals ?? 0, '0')
  const digits = `${whole}${places && '.'}${places}`
  return /[1-9]/.test(digits) ? `${minus}${digits}` : digits
}

/** A minus, the digits before the point without zeros in front, and those after it without zeros at the end. */
const DECIMAL = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/

/** Returns the two numbers that `1,200` can mean, `1200` and `1.2`; null if the text is not ambiguous. */
export function readingsOf(text: string): { thousands: string; decimal: string } | null {
  const number = text.trim()
  if (!AMBIGUOUS.test(number)) return null
  return {
    thousands: number.replace(',', '').replace(/^(-?)0+(?=\d)/, '$1'),
    decimal: number.replace(',', '.').replace(/\.?0+$/, ''),
  }
}

/**
 * Returns the attributes of an input for a number. It gets its decimal point and places when the person leaves it, because until
 * then a comma may be followed by more digits.
 */
export function numberInput(
  text: string,
  validation: Field['validation'],
  change: (text: string) => void,
) {
  return {
    inputMode: keyboardFor(validation),
    onBlur: () => {
      const number = formatNumber(text, validation)
      if (number !== text) change(number)
    },
  }
}

/** An iPhone's keyboards for numbers have no minus. */
function keyboardFor({ decimals, minimum }: Field['validation']): 'text' | 'numeric' | 'decimal' {
  if (minimum === undefined || minimum < 0) return 'text'
  return decimals === 0 ? 'numeric' : 'decimal'
}
