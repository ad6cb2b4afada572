/** @jest-environment ./packages/slice-kit/src/testing/browser-env.mjs */
import { expect, test } from '@jest/globals'

const BODY = `
  <style>
    .gone, p[title="a, b c"] { display: none }
    aside > [data-x] { visibility: hidden }
    P.loud { color: red }
    x-y, x { display: flex }
  </style>
  <h1>One</h1>
  <article><section><h1>Two</h1></section></article>
  <aside><p data-x="">a <b>b</b></p><p class="loud">c</p><div data-x="">d</div></aside>
  <p class="gone">e</p><p title="a, b c">f</p><p hidden>g</p><x-y>h</x-y><x-z>i</x-z>
  <ul><li>j<ul><li>k<ol><li>l</li></ol></li></ul></li></ul>
  <form><input type="hidden" /><input type="checkbox" /><input type="button" disabled />
    <textarea dir="auto"></textarea><select disabled><option>m</option></select></form>
  <dialog>n</dialog><dialog open>o</dialog><table><tbody><tr><td>p</td></tr></tbody></table>
  <svg><title>q</title><a>r</a></svg><details><summary>s</summary></details>`

/** Returns the window of a separate document, which computes styles with unmodified jsdom. */
function plainWindow() {
  const frame = document.createElement('iframe')
  document.documentElement.append(frame)
  return frame.contentWindow as Window
}

test('computes the same styles as jsdom', () => {
  const plain = plainWindow()
  for (const { document } of [window, plain]) document.body.innerHTML = BODY
  const stylesIn = (window: Window) =>
    [...window.document.body.querySelectorAll('*')].map(
      (element) => `${element.localName} { ${window.getComputedStyle(element).cssText} }`,
    )
  expect(stylesIn(window).length).toBeGreaterThan(30)
  expect(stylesIn(window)).toEqual(stylesIn(plain))
})
