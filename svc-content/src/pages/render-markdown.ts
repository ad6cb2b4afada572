import type { Heading } from '@inkproof/protocol/content'
import { escapeHtml } from '@inkproof/texts/escape-html'
import { Marked, type Tokens } from 'marked'

/**
 * A rendered text. `html` contains only elements from Markdown syntax: raw HTML is shown as text.
 */
export type Rendered = { html: string; headings: Heading[]; text: string }

/** Renders GitHub Flavored Markdown and extracts its headings and plain text. */
export function renderMarkdown(source: string): Rendered {
  const headings: Heading[] = []
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = headingId(text, headings)
        headings.push({ id, text: stripMarkdown(text), level: depth })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return escapeHtml(text)
      },
      table(token: Tokens.Table) {
        return `<div class="table-scroll">${tableHtml(this.parser, token)}</div>\n`
      },
    },
  })
  const html = marked.parse(source, { async: false })
  return { html, headings, text: stripHtml(html) }
}

type InlineParser = { parseInline: (tokens: Tokens.Generic[]) => string }

function tableHtml(parser: InlineParser, { header, rows }: Tokens.Table): string {
  const cells = (tag: string, row: Tokens.TableCell[]) =>
    row.map((cell) => `<${tag}>${parser.parseInline(cell.tokens)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
  return `<table><thead><tr>${cells('th', header)}</tr></thead><tbody>${body}</tbody></table>`
}

function headingId(text: string, earlier: Heading[]): string {
  const base = stripMarkdown(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const duplicates = earlier.filter(({ id }) => id === base || id.startsWith(`${base}--`)).length
  return duplicates === 0 ? base : `${base}--${duplicates + 1}`
}

function stripMarkdown(markdown: string): string {
  return markdown.replaceAll(/[*_`]/g, '')
}

function stripHtml(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
