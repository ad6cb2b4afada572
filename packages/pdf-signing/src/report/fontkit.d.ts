/** The part of fontkit that is used here: `@types/fontkit` declares the globals of Node.js. */
declare module 'fontkit' {
  export type Font = { hasGlyphForCodePoint(codePoint: number): boolean }

  export function create(bytes: Uint8Array): Font
}
