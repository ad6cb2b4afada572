import { expect, test } from '@jest/globals'
import { resemblesProduct } from './product-name.ts'

test.each([
  'Inkproof',
  'The INKPROOF team',
  'Ink Proof',
  'I.n.k.p.r.o.o.f',
  'Ínkprööf',
  'ＩＮＫＰＲＯＯＦ',
  '𝐈𝐧𝐤𝐩𝐫𝐨𝐨𝐟',
  'ɪɴᴋᴘʀᴏᴏғ',
  'lnkpr00f',
  'Ιnkρroοf',
  'Іпкргоoғ',
  'Ink\u200bproof',
])('%j could be taken for the name of the product', (name) => {
  expect(resemblesProduct(name)).toBe(true)
})

test.each(['Roe Workshops', 'Ink & Paper', 'Proofs of Ink', 'Inkpro', 'Инк', ''])(
  '%j could not',
  (name) => {
    expect(resemblesProduct(name)).toBe(false)
  },
)
