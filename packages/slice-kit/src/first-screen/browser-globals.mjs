/** The browser globals that a page's modules use when they are evaluated or first rendered. The document is empty. */
const ORIGIN = 'http://localhost'

Object.assign(globalThis, {
  document: { querySelector: () => null, getElementById: () => null, documentElement: {} },
  location: { origin: ORIGIN, href: `${ORIGIN}/`, pathname: '/', search: '', hash: '' },
  addEventListener: () => {},
})
