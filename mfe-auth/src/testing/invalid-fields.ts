import { screen } from '@testing-library/react'

/** Returns the labels of the fields with `aria-invalid`. */
export function invalidFieldLabels(): (string | null | undefined)[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[aria-invalid="true"]')].map(
    ({ labels }) => labels?.[0]?.textContent,
  )
}

/** Returns the text of all descriptions of a field. */
export function descriptionOf(label: string | RegExp): string {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
}
