/** A decorative drawing above this size is omitted; the script draws it. */
const MAX_DRAWING_CHARS = 1000

/** Elements that do nothing until scripts run. `inert` keeps their appearance and ignores input, which would be lost. */
const CONTROL = /<(button|input|textarea|select|summary)(?=[\s/>])/g

/** Utilities that only change what happens on input, which a first screen does not react to. */
const INTERACTIVE =
  /^(?:[\w[\]&_>-]+:)*(?:(?:group-)?(?:hover|data-\[drop=(?:near|over)\])\/\w+|data-\[drop=(?:near|over)\]|hover|active|focus|focus-visible|focus-within|has-focus-visible|aria-busy|aria-expanded|aria-invalid):|^(?:cursor-|select-none|transition|touch-|duration-|ease-)/

const FORBIDDEN = /<!--|<(?:script|style|iframe|object|embed|base|meta|link)[\s>]/i

/** Markup for the page, and the style rules that replace its `style` attributes. */
export type PreparedMarkup = { html: string; rules: string }

/**
 * Prepares rendered markup for the page: controls become inert, large decorative drawings are emptied, and `style`
 * attributes, which the content security policy forbids in HTML, become rules.
 *
 * @throws Error if the markup contains what a first screen must not: scripts, styles, comments
 */
export function prepareMarkup(rendered: string): PreparedMarkup {
  const forbidden = FORBIDDEN.exec(rendered)
  if (forbidden) throw new Error(`a first screen must not contain ${forbidden[0]}`)
  const rules = new Map<string, string>()
  const html = rendered
    .replaceAll(/(<svg[^>]*aria-hidden="true"[^>]*>)(.*?)(<\/svg>)/gs, emptyDrawing)
    .replaceAll(/ class="([^"]*)"/g, (_, names: string) => ` class="${withoutInteractive(names)}"`)
    .replaceAll(/ (?:data-discover|data-radix-collection-item|xmlns)="[^"]*"/g, '')
    .replaceAll(/<ssi-include address="([^"]*)">(.*?)<\/ssi-include>/gs, includeWithStub)
    .replaceAll(CONTROL, '<$1 inert=""')
    .replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
      if (!rules.has(style)) rules.set(style, `s${rules.size}`)
      return ` data-style="${rules.get(style)}"`
    })
  const css = [...rules].map(
    ([style, id]) => `[data-style=${id}]{${style.replaceAll('&quot;', '"')}}`,
  )
  return { html, rules: css.join('') }
}

/** Returns the class names of markup. */
export function classNames(html: string): string[] {
  const lists = [...html.matchAll(/ class="([^"]*)"/g)].map(([, list = '']) => list)
  const names = lists.flatMap((list) =>
    list
      .replaceAll('&amp;', '&')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .split(/\s+/),
  )
  return [...new Set(names.filter(Boolean))].sort()
}

function emptyDrawing(all: string, start: string, drawing: string, end: string): string {
  return drawing.length > MAX_DRAWING_CHARS ? start + end : all
}

function withoutInteractive(names: string): string {
  return names
    .split(/\s+/)
    .filter((name) => name !== '' && !INTERACTIVE.test(name))
    .join(' ')
}

/** The gateway shows the content of the element if the address returns nothing. */
function includeWithStub(_: string, address: string, fallback: string): string {
  const block = address.replaceAll(/[^a-z]/g, '')
  return `<!--# block name="${block}" -->${fallback}<!--# endblock --><!--# include virtual="${address}" stub="${block}" -->`
}
