/**
 * Bundles a slice's styles into its code, which adopts them as a constructed stylesheet. Code and styles share one
 * request and one integrity hash, so the code never runs without its styles, and no inline style is needed.
 */
export default function adoptLoader() {}

/** Returns a module that imports the stylesheet through the remaining loaders, and adopts it. */
export function pitch(request) {
  const css = JSON.stringify(this.utils.contextify(this.context, `!!${request}`))
  return `import sheet from ${css}
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
`
}
