import { expect, test } from '@jest/globals'
import routerLoader from './router-loader.mjs'

test('omits messages, display names and functions that nothing uses', () => {
  const source = `
function PrefetchPageLinks(props) { return heavy(props) }
var Form = forwardRef(() => null);
Form.displayName = "Form";
export function check(a) { invariant(a, \`no \${a}\`); warningOnce("key", a, "long"); return a }
`
  expect(routerLoader(source)).toBe(`
function PrefetchPageLinks(props) { return null }
var Form = /* @__PURE__ */ forwardRef(() => null);

export function check(a) { invariant(a, ""); warningOnce("key", a, ""); return a }
`)
})
