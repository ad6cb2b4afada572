import type { Plugin } from 'postcss'

/**
 * Removes the rules that Tailwind repeats in each stylesheet for browsers without `@property`. Even the oldest browsers
 * that Tailwind supports (Safari 16.4, Chrome 111, Firefox 128) know `@property`.
 */
export const withoutFallbacks: Plugin = {
  postcssPlugin: 'without-property-fallbacks',
  AtRule: {
    layer(rule) {
      if (rule.params === 'properties' && rule.nodes) rule.remove()
    },
  },
}
