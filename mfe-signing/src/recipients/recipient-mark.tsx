import { recipientColor } from './recipient-color.ts'

type RecipientMarkProps = { name: string; index: number }

/** A recipient's initials on their color. Screen readers ignore it, because the name is next to it. */
export function RecipientMark({ index, name }: RecipientMarkProps) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-8 shrink-0 select-none items-center justify-center rounded-full font-semibold text-white text-xs"
      style={{ backgroundColor: recipientColor(index) }}
    >
      {initialsOf(name) || index + 1}
    </span>
  )
}

/** The first letters of the first and the last word: `AR` for `Ana Maria Reis`. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
