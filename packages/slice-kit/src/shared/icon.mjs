/**
 * Replaces lucide's own `createLucideIcon` in every bundle, because that includes contexts, aliases and four naming
 * schemes: here an icon is its lines, drawn with the given properties.
 */
import { createElement, forwardRef } from 'react'

const LINES = {
  xmlns: 'http://www.w3.org/2000/svg',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}

export default function createLucideIcon({ name, node, size: side = 24 }) {
  return forwardRef(({ size = side, className = '', ...given }, ref) => {
    // An icon without an accessible name is decorative.
    const isNamed = 'role' in given || 'title' in given || 'aria-label' in given
    const box = { ref, width: size, height: size, viewBox: `0 0 ${side} ${side}` }
    const classes = { className: `lucide lucide-${name} ${className}` }
    const hidden = isNamed ? {} : { 'aria-hidden': true }
    const lines = node.map(([tag, attributes]) => createElement(tag, attributes))
    return createElement('svg', { ...LINES, ...box, ...classes, ...hidden, ...given }, lines)
  })
}
