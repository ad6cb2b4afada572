/**
 * Replaces lucide's `createLucideIcon` in every bundle, because lucide's function includes contexts, aliases and four
 * naming schemes. The replacement only draws the icon's lines with the given props.
 */
import { createElement, forwardRef } from 'react'

const SVG_ATTRIBUTES = {
  xmlns: 'http://www.w3.org/2000/svg',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}

export default function createLucideIcon({ name, node, size: defaultSize = 24 }) {
  return forwardRef(({ size = defaultSize, className = '', ...props }, ref) => {
    // An icon without an accessible name is decorative.
    const isNamed = 'role' in props || 'title' in props || 'aria-label' in props
    const dimensions = {
      ref,
      width: size,
      height: size,
      viewBox: `0 0 ${defaultSize} ${defaultSize}`,
    }
    const classes = { className: `lucide lucide-${name} ${className}` }
    const hidden = isNamed ? {} : { 'aria-hidden': true }
    const children = node.map(([tag, attributes]) => createElement(tag, attributes))
    return createElement(
      'svg',
      { ...SVG_ATTRIBUTES, ...dimensions, ...classes, ...hidden, ...props },
      children,
    )
  })
}
