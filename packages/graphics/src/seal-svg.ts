import { type SealLayer, sealCopies, sealFigure } from './seal-figure.ts'
import { oklchToSrgb } from './srgb.ts'

export type SealSvgOptions = {
  /** Width and height in pixels. */
  size: number
  /** Lightness and chroma of the lines, as in `oklch()`. The hues are those of the figure. */
  lightness: number
  chroma: number
  /** Width of every line in pixels. */
  lineWidth: number
  /** Position of the top left corner inside another SVG, in its units; 0 by default. */
  x?: number
  y?: number
}

/**
 * Returns the full figure of a fingerprint (64 hex characters) as an SVG document, which can also be nested in another
 * one. It has the geometry of the `Seal` component of `ui`, but needs no style sheet, no `oklch()` and no
 * `vector-effect`, which renderers outside browsers do not support.
 */
export function sealSvg(fingerprint: string, options: SealSvgOptions): string {
  const { size, x = 0, y = 0 } = options
  const layers = sealFigure(fingerprint).layers.map((layer) => layerElement(layer, options))
  return `<svg xmlns="http://www.w3.org/2000/svg" x="${x}" y="${y}" width="${size}" height="${size}" viewBox="-100 -100 200 200" fill="none">${layers.join('')}</svg>`
}

/** A layer's curve as a definition, and its copies, whose lines are not scaled with them. */
function layerElement(layer: SealLayer, options: SealSvgOptions): string {
  const { size, lightness, chroma, lineWidth } = options
  const id = `seal-${layer.name}`
  const copies = sealCopies(layer).map(({ transform, scale }) => {
    const width = (lineWidth * 200) / size / scale
    return `<use href="#${id}" transform="${transform}" stroke-width="${width.toFixed(3)}"/>`
  })
  const stroke = oklchToSrgb({ lightness, chroma, hue: layer.hue })
  return `<defs><path id="${id}" d="${layer.path}"/></defs><g stroke="${stroke}">${copies.join('')}</g>`
}
