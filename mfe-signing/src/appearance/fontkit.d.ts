/** The part of fontkit that is used here: `@types/fontkit` declares the globals of Node.js. */
declare module 'fontkit' {
  export type Command = {
    command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
    args: number[]
  }

  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): {
      glyphs: { path: { commands: Command[] } }[]
      positions: { xAdvance: number; xOffset: number; yOffset: number }[]
    }
  }

  export function create(bytes: Uint8Array): Font
}
