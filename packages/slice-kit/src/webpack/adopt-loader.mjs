/**
 * A slice's styles travel inside its code and are adopted by the document: one request and one integrity
 * hash for both, so code never shows up without its styles. A constructed sheet needs no inline style.
 */
export default function adoptLoader() {}

/** Stands in for the stylesheet before it is read, and imports it by the remaining loaders. */
export function pitch(request) {
  const css = JSON.stringify(this.utils.contextify(this.context, `!!${request}`))
  return `import sheet from ${css}
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
`
}
