/** How people type numbers: some write a decimal comma, and some separate thousands with a comma. */
import type { Field } from '@inkproof/signing/field'

const DECIMAL_COMMA = /^-?\d+,(?:\d{1,2}|\d{4,})$/
/** Either thousands or decimals. */
const AMBIGUOUS = /^-?\d+,\d{3}$/

/**
 * Returns a number with a decimal point instead of a comma. A comma before exactly three digits stays, because it may separate
 * thousands: such a text is no number. Call it when the person has finished typing.
 */
export function withDecimalPoint(text: string): string {
  const number = text.trim()
  return DECIMAL_COMMA.test(number) ? number.replace(',', '.') : text
}

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
 * Returns the attributes of an input for a number. It gets a decimal point when the person leaves it, because until then a comma
 * may be followed by more digits. An iPhone's keyboard for decimals has no minus.
 */
export function numberInput(
  text: string,
  { minimum }: Field['validation'],
  change: (text: string) => void,
) {
  return {
    inputMode: minimum === undefined || minimum < 0 ? ('text' as const) : ('decimal' as const),
    onBlur: () => {
      const number = withDecimalPoint(text)
      if (number !== text) change(number)
    },
  }
}
