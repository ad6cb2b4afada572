import { expect, test } from '@jest/globals'
import { classNames, prepareMarkup } from './markup.ts'

test('controls become inert and keep their appearance; links stay as they are', () => {
  const { html } = prepareMarkup(
    '<a href="/" class="hover:bg-hover p-2">Home</a><button class="p-2 disabled:opacity-45" disabled="">Go</button><input/>',
  )
  expect(html).toBe(
    '<a href="/" class="p-2">Home</a><button inert="" class="p-2 disabled:opacity-45" disabled="">Go</button><input inert=""/>',
  )
})

test('style attributes, which the policy forbids, become rules', () => {
  const { html, rules } = prepareMarkup('<p style="width:3px">a</p><p style="width:3px">b</p>')
  expect(html).toBe('<p data-style="s0">a</p><p data-style="s0">b</p>')
  expect(rules).toBe('[data-style=s0]{width:3px}')
})

test('large decorative drawings are emptied, icons are kept', () => {
  const drawing = `<path d="${'M0 0'.repeat(300)}"></path>`
  const { html } = prepareMarkup(
    `<svg class="a" aria-hidden="true">${drawing}</svg><svg aria-hidden="true"><path d="M1 1"></path></svg>`,
  )
  expect(html).toBe(
    '<svg class="a" aria-hidden="true"></svg><svg aria-hidden="true"><path d="M1 1"></path></svg>',
  )
})

test('an include becomes a server-side include with its placeholder', () => {
  const { html } = prepareMarkup(
    '<p><ssi-include address="/beginnings/faq/sections">…</ssi-include></p>',
  )
  expect(html).toBe(
    '<p><!--# block name="beginningsfaqsections" -->…<!--# endblock --><!--# include virtual="/beginnings/faq/sections" stub="beginningsfaqsections" --></p>',
  )
})

test.each([
  '<script>1</script>',
  '<!--# include virtual="/x" -->',
  '<style>a</style>',
  '<base href="/">',
])('refuses %s', (markup) => {
  expect(() => prepareMarkup(`<p>a</p>${markup}`)).toThrow('a first screen must not contain')
})

test('removes the classes of a file that is dragged over the page', () => {
  const { html } = prepareMarkup(
    '<p class="group-hover/drop:p-1 data-[drop=near]:p-2 group-data-[drop=over]/drop:p-3 group/drop p-4"></p>',
  )
  expect(html).toBe('<p class="group/drop p-4"></p>')
})

test('finds the class names, with their characters unescaped', () => {
  expect(classNames('<p class="[&amp;&gt;svg]:size-6 p-2"></p><p class="p-2"></p>')).toEqual([
    '[&>svg]:size-6',
    'p-2',
  ])
})
