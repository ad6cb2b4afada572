/** @jest-environment ./packages/slice-kit/src/testing/page-env.mjs */
import { afterEach, expect, test } from '@jest/globals'
import { cleanup, render } from '@testing-library/react'
import { RadioDot } from './radio-dot.tsx'

afterEach(cleanup)

test('the dot of a button that is not square is a circle, as in the PDF', () => {
  const { container } = render(<RadioDot size={{ width: 40, height: 21 }} />)
  expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 40 21')
  const { attributes } = container.querySelector('circle') as SVGCircleElement
  const attributeOf = (name: string) => attributes.getNamedItem(name)?.value
  expect(['cx', 'cy', 'r'].map(attributeOf)).toEqual(['20', '10.5', '5.5'])
})
