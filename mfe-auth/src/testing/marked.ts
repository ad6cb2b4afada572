import { screen } from '@testing-library/react'

/** The fields of the page that are marked as wrong, by their labels. */
export function marked(): (string | null | undefined)[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[aria-invalid="true"]')].map(
    ({ labels }) => labels?.[0]?.textContent,
  )
}

/** All that a field is described by. */
export function sentenceOf(label: string | RegExp): string {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
}
