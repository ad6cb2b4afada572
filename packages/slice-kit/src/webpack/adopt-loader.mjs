/**
 * Bundles a slice's styles into its code, which adopts them as a constructed stylesheet: one request and one
 * integrity hash for both, so code never appears without its styles, and no inline style is needed.
 */
export default function adoptLoader() {}

/** Replaces the stylesheet before it is read, and imports it through the remaining loaders. */
export function pitch(request) {
  const css = JSON.stringify(this.utils.contextify(this.context, `!!${request}`))
  return `import sheet from ${css}
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
`
}
