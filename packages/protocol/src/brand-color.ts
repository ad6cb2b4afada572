/**
 * How the color of a workspace is shown: as the background of main buttons, readable in both themes.
 *
 * Contrast is that of WCAG 2.2: 4.5:1 between text and background (1.4.3), 3:1 between a button and the page (1.4.11).
 */

/** The colors of a button in one theme, as `#rrggbb`. */
export type ButtonColors = { fill: string; hover: string; text: string }

const WHITE = '#ffffff'
const BLACK = '#000000'
/** The surface in each theme that differs least from a button: `sunken` and `raised` of packages/ui. */
const SURFACES = { light: '#f1f0ee', dark: '#1b1d22' } as const
const MIN_FILL_CONTRAST = 3
const STEP = 0.02
const HOVER_SHARE = 0.12

/**
 * Returns the colors of buttons: the given color, mixed with black in the light theme, with white in the dark one, until it
 * stands out from the page. The text is white or black, of which one always has a contrast of at least 4.5:1.
 *
 * @param color `#rrggbb`
 */
export function buttonColors(color: string, theme: 'light' | 'dark'): ButtonColors {
  const fill = standOut(color, SURFACES[theme], theme === 'light' ? BLACK : WHITE)
  const text = contrast(fill, WHITE) >= contrast(fill, BLACK) ? WHITE : BLACK
  // Away from the text, so that its contrast grows.
  return { fill, text, hover: mix(fill, text === WHITE ? BLACK : WHITE, HOVER_SHARE) }
}

/** Whether the color cannot be shown unchanged in both themes. */
export function isAdjusted(color: string): boolean {
  return (['light', 'dark'] as const).some((theme) => buttonColors(color, theme).fill !== color)
}

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dark + 0.05)
}

function standOut(color: string, surface: string, target: string): string {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(color, target, share)
    if (contrast(mixed, surface) >= MIN_FILL_CONTRAST) return mixed
  }
  return target
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(color: string, target: string, share: number): string {
  const goal = channels(target)
  const mixed = channels(color).map((value, i) => value + ((goal[i] ?? 0) - value) * share)
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}
