/** @jest-environment jsdom */
import { sealSvg } from '@inkproof/graphics/seal-svg'
import { expect, test } from '@jest/globals'
import { render } from '@testing-library/react'
import { Seal } from './seal.tsx'

const FINGERPRINTS = [
  'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  '0'.repeat(64),
]

type Curve = { path: string | null; transform: string | null }

/** The curves of a figure in the order in which they are drawn. */
function curvesOf(svg: Element): Curve[] {
  return [...svg.querySelectorAll('g')].flatMap((group) =>
    [...group.querySelectorAll('path, use')].map((curve) => {
      const target = svg.querySelector(`[id="${curve.getAttribute('href')?.slice(1)}"]`) ?? curve
      return { path: target.getAttribute('d'), transform: curve.getAttribute('transform') }
    }),
  )
}

test.each(FINGERPRINTS)('the component and the SVG document have the same curves: %s', (hash) => {
  const { container } = render(<Seal fingerprint={hash} size={320} />)
  const [component] = container.querySelectorAll('svg')
  const options = { size: 320, lightness: 0.775, chroma: 0.118, lineWidth: 0.8 }
  const { documentElement } = new DOMParser().parseFromString(
    sealSvg(hash, options),
    'image/svg+xml',
  )
  const identity = 'rotate(0.00) scale(1.000)'
  const expected = curvesOf(component as Element).map(({ path, transform }) => ({
    path,
    transform: transform ?? identity,
  }))
  expect(expected.length).toBeGreaterThan(20)
  expect(curvesOf(documentElement)).toEqual(expected)
})
