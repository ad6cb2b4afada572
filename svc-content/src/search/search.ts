import type { SearchHit } from '@inkproof/protocol/content'

/** A searchable text (`SearchableText` in pages/library.ts). */
type Searchable = { to: string; title: string; description: string; text: string }

const MAX_HITS = 20
const EXCERPT_LENGTH = 180

/**
 * Returns the texts that contain every word of the query, best match first. An occurrence of a word counts most in the
 * title, less in the description, and least in the text.
 */
export function search(texts: readonly Searchable[], query: string): SearchHit[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  return texts
    .map((text) => ({ text, score: scoreText(text, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_HITS)
    .map(({ text }) => ({ to: text.to, title: text.title, excerpt: extractExcerpt(text, words) }))
}

function scoreText({ title, description, text }: Searchable, words: readonly string[]): number {
  const scores = words.map(
    (word) =>
      countOccurrences(title, word) * 20 +
      countOccurrences(description, word) * 5 +
      Math.min(countOccurrences(text, word), 10),
  )
  return scores.some((wordScore) => wordScore === 0)
    ? 0
    : scores.reduce((sum, wordScore) => sum + wordScore, 0)
}

function countOccurrences(text: string, word: string): number {
  return text.toLowerCase().split(word).length - 1
}

function extractExcerpt({ description, text }: Searchable, words: readonly string[]): string {
  const matchIndex = text.toLowerCase().indexOf(words[0] ?? '')
  if (matchIndex < 0) return description
  const start = Math.max(0, text.lastIndexOf(' ', Math.max(0, matchIndex - EXCERPT_LENGTH / 3)))
  const passage = text.slice(start, start + EXCERPT_LENGTH).trim()
  return `${start > 0 ? '… ' : ''}${passage}${start + EXCERPT_LENGTH < text.length ? ' …' : ''}`
}
