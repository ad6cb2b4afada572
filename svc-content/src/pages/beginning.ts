/** The beginning of a page: enough to fill the first screen of a desktop computer. */
const MIN_CHARS = 1500

/** Returns the first sections of an article, whole sections only. */
export function firstSections(html: string): string {
  const sections = html.split(/(?=<h2[\s>])/)
  let beginning = ''
  for (const section of sections) {
    if (beginning.length >= MIN_CHARS) break
    beginning += section
  }
  return beginning
}

/** Escapes plain text for HTML. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
