import { expect, test } from '@jest/globals'
import { type FrameTemplate, fillTemplate, templateOf } from './frame-template.ts'

const RENDERED =
  '<nav><ul><li><a aria-current="page" href="/current">@label@</a></li><li><a href="/other">@label@</a></li></ul></nav><i>@menu@</i><main>@content@</main><template id="loading">Wait</template><template id="loading-menu">Menu</template>'

const NAV = [
  { to: '/', label: 'Home', order: 1 },
  { to: '/blog', label: 'Q & A <b>', order: 2 },
]

function fill(change: Partial<Parameters<typeof fillTemplate>[1]>): string {
  const template: FrameTemplate = templateOf(RENDERED)
  return fillTemplate(template, { path: '/', nav: NAV, page: null, menu: null, ...change })
}

test('contains the links of the slices, with the current page marked and labels escaped', () => {
  expect(fill({ path: '/blog/:id' })).toContain(
    '<ul><li><a href="/">Home</a></li><li><a aria-current="page" href="/blog">Q &amp; A &lt;b></a></li></ul>',
  )
  expect(fill({ path: '/' })).toContain('<a aria-current="page" href="/">Home</a>')
})

test('includes the fragments, with placeholders if they are missing', () => {
  const html = fill({
    page: '/fragments/mfe-x/1/blog.html',
    menu: '/fragments/mfe-y/1/user-menu.html',
  })
  expect(html).toContain(
    '<main><!--# block name="page" -->Wait<!--# endblock --><div class="contents" data-first="page"><!--# include virtual="/fragments/mfe-x/1/blog.html" stub="page" --></div></main>',
  )
  expect(html).toContain('include virtual="/fragments/mfe-y/1/user-menu.html" stub="menu"')
})

test('contains the placeholders if a release has no first screens', () => {
  expect(fill({})).toMatch(/<i>Menu<\/i><main>Wait<\/main>$/)
})

test.each(['@nav@ and its links', '@content@', '@menu@', '@label@'])(
  'rejects a frame without %s',
  (mark) => {
    const incomplete = mark.startsWith('@nav@')
      ? RENDERED.replace(/<ul>.*<\/ul>/, '')
      : RENDERED.replace(mark, '')
    expect(() => templateOf(incomplete)).toThrow('lacks a mark')
  },
)
