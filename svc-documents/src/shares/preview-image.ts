import { LOGO_DROP, LOGO_LINES } from '@inkproof/graphics/logo-mark'
import { sealFigure } from '@inkproof/graphics/seal-figure'
import { sealSvg } from '@inkproof/graphics/seal-svg'
import { oklchToSrgb } from '@inkproof/graphics/srgb'
import { createBoundedQueue } from '@inkproof/service-kit/bounded-queue'
import { renderAsync } from '@resvg/resvg-js'
import { encodeIndexedPng, type Rgb } from './indexed-png.ts'

/** Size in pixels, as messengers and social networks expect it. */
export const PREVIEW_SIZE = { width: 1200, height: 630 }

const SEAL_SIZE = 520
const SEAL_LINE_WIDTH = 1.1
const LOGO_SIZE = 64
const LOGO_MARGIN = 56

// Colors of the dark theme (packages/ui/src/tokens.css): canvas, ink, and the lightness and chroma of accent-ink.
const CANVAS = oklchToSrgb({ lightness: 0.158, chroma: 0.008, hue: 268 })
const INK = oklchToSrgb({ lightness: 0.962, chroma: 0.006, hue: 95 })
const ACCENT = { lightness: 0.775, chroma: 0.118 }
const ACCENT_HUE = 264

/** Steps between the background and a color, for smooth edges. Together with the background: at most 16 colors. */
const SEAL_STEPS = 5
const LOGO_STEPS = 3
const DROP_STEPS = 2

/** At about 55 KB each. A message is often opened by several people soon after it was sent. */
const MAX_CACHED = 32
const MAX_WAITING = 16

/**
 * Returns a function that renders the preview image of a fingerprint (64 hex characters) as PNG: its seal and the logo,
 * without text. It renders one image at a time, in another thread, and caches the last ones.
 *
 * @throws AppError UNAVAILABLE (the returned function) if too many images are waiting to be rendered.
 */
export function createPreviewImages(): (fingerprint: string) => Promise<Buffer> {
  const cache = new Map<string, Buffer>()
  const runInQueue = createBoundedQueue(1, MAX_WAITING)
  const render = (fingerprint: string) =>
    runInQueue(async () => {
      // Another request may have rendered it meanwhile.
      const image = cache.get(fingerprint) ?? (await renderPreview(fingerprint))
      cache.set(fingerprint, image)
      const [oldest] = cache.keys()
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
      return image
    })
  return async (fingerprint) => cache.get(fingerprint) ?? render(fingerprint)
}

async function renderPreview(fingerprint: string): Promise<Buffer> {
  const options = { font: { loadSystemFonts: false } }
  const { width, height, pixels } = await renderAsync(previewSvg(fingerprint), options)
  return encodeIndexedPng({ width, height, pixels }, paletteOf(fingerprint))
}

function previewSvg(fingerprint: string): string {
  const { width, height } = PREVIEW_SIZE
  const seal = sealSvg(fingerprint, {
    ...ACCENT,
    size: SEAL_SIZE,
    lineWidth: SEAL_LINE_WIDTH,
    x: (width - SEAL_SIZE) / 2,
    y: (height - SEAL_SIZE) / 2,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${CANVAS}"/>${seal}${logoSvg()}</svg>`
}

function logoSvg(): string {
  const y = PREVIEW_SIZE.height - LOGO_MARGIN - LOGO_SIZE
  const accent = oklchToSrgb({ ...ACCENT, hue: ACCENT_HUE })
  const lines = `<path d="${LOGO_LINES}" fill="none" stroke="${INK}" stroke-width="2.1" stroke-linecap="round"/>`
  return `<svg x="${LOGO_MARGIN}" y="${y}" width="${LOGO_SIZE}" height="${LOGO_SIZE}" viewBox="0 0 32 32">${lines}<path d="${LOGO_DROP}" fill="${accent}"/></svg>`
}

function paletteOf(fingerprint: string): Rgb[] {
  const hues = new Set(sealFigure(fingerprint).layers.map(({ hue }) => hue))
  const colorOf = (hue: number) => oklchToSrgb({ ...ACCENT, hue })
  return [
    rgbOf(CANVAS),
    ...[...hues].flatMap((hue) => stepsTo(colorOf(hue), SEAL_STEPS)),
    ...stepsTo(INK, LOGO_STEPS),
    ...stepsTo(colorOf(ACCENT_HUE), DROP_STEPS),
  ]
}

/** Returns the mixtures of the background and a color in equal steps; the last one is the color. */
function stepsTo(color: string, steps: number): Rgb[] {
  const [from, to] = [rgbOf(CANVAS), rgbOf(color)]
  return Array.from({ length: steps }, (_, step) => {
    const mix = (at: 0 | 1 | 2) => Math.round(from[at] + ((to[at] - from[at]) * (step + 1)) / steps)
    return [mix(0), mix(1), mix(2)]
  })
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
