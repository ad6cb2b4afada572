/** What modules of a page use when they are evaluated or first rendered. There is nothing to find and nothing stored. */
const ORIGIN = 'http://localhost'

Object.assign(globalThis, {
  document: { querySelector: () => null, getElementById: () => null, documentElement: {} },
  location: { origin: ORIGIN, href: `${ORIGIN}/`, pathname: '/', search: '', hash: '' },
  addEventListener: () => {},
})
