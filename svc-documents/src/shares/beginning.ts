import type { SharedCertificate } from '@inkproof/protocol/certificates'
import { escapeHtml } from '@inkproof/texts/escape-html'

/** Returns the title and the note of a certificate as HTML. Contains no state, because only the browser checks it. */
export function beginningOf({ title, note }: SharedCertificate): string {
  const heading = `<h1>${escapeHtml(title)}</h1>`
  return note === null ? heading : `${heading}<p>${escapeHtml(note)}</p>`
}
