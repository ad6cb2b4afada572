/**
 * The fonts of typed signatures and of the text in fields. Each font has several files, each for some characters, of which
 * only the necessary ones are fetched.
 */
import caveat from '@fontsource/caveat/unicode.json' with { type: 'json' }
import greatVibes from '@fontsource/great-vibes/unicode.json' with { type: 'json' }
import marckScript from '@fontsource/marck-script/unicode.json' with { type: 'json' }
import mynerve from '@fontsource/mynerve/unicode.json' with { type: 'json' }
import notoSans from '@fontsource/noto-sans/unicode.json' with { type: 'json' }

type FontFile = {
  url: URL
  /** The characters it may have, as in CSS: `U+0000-00FF,U+0131`. */
  ranges: string
}

export type FontName = keyof typeof FONTS

/** Fonts that look like handwriting. */
export const HANDWRITING = [
  'greatVibes',
  'marckScript',
  'caveat',
  'mynerve',
] as const satisfies FontName[]

export const FONTS = {
  caveat: [
    {
      url: new URL('@fontsource/caveat/files/caveat-latin-400-normal.woff2', import.meta.url),
      ranges: caveat.latin,
    },
    {
      url: new URL('@fontsource/caveat/files/caveat-latin-ext-400-normal.woff2', import.meta.url),
      ranges: caveat['latin-ext'],
    },
    {
      url: new URL('@fontsource/caveat/files/caveat-cyrillic-400-normal.woff2', import.meta.url),
      ranges: caveat.cyrillic,
    },
    {
      url: new URL(
        '@fontsource/caveat/files/caveat-cyrillic-ext-400-normal.woff2',
        import.meta.url,
      ),
      ranges: caveat['cyrillic-ext'],
    },
  ],
  greatVibes: [
    {
      url: new URL(
        '@fontsource/great-vibes/files/great-vibes-latin-400-normal.woff2',
        import.meta.url,
      ),
      ranges: greatVibes.latin,
    },
    {
      url: new URL(
        '@fontsource/great-vibes/files/great-vibes-latin-ext-400-normal.woff2',
        import.meta.url,
      ),
      ranges: greatVibes['latin-ext'],
    },
    {
      url: new URL(
        '@fontsource/great-vibes/files/great-vibes-cyrillic-400-normal.woff2',
        import.meta.url,
      ),
      ranges: greatVibes.cyrillic,
    },
    {
      url: new URL(
        '@fontsource/great-vibes/files/great-vibes-cyrillic-ext-400-normal.woff2',
        import.meta.url,
      ),
      ranges: greatVibes['cyrillic-ext'],
    },
    {
      url: new URL(
        '@fontsource/great-vibes/files/great-vibes-vietnamese-400-normal.woff2',
        import.meta.url,
      ),
      ranges: greatVibes.vietnamese,
    },
  ],
  marckScript: [
    {
      url: new URL(
        '@fontsource/marck-script/files/marck-script-latin-400-normal.woff2',
        import.meta.url,
      ),
      ranges: marckScript.latin,
    },
    {
      url: new URL(
        '@fontsource/marck-script/files/marck-script-latin-ext-400-normal.woff2',
        import.meta.url,
      ),
      ranges: marckScript['latin-ext'],
    },
    {
      url: new URL(
        '@fontsource/marck-script/files/marck-script-cyrillic-400-normal.woff2',
        import.meta.url,
      ),
      ranges: marckScript.cyrillic,
    },
  ],
  mynerve: [
    {
      url: new URL('@fontsource/mynerve/files/mynerve-latin-400-normal.woff2', import.meta.url),
      ranges: mynerve.latin,
    },
    {
      url: new URL('@fontsource/mynerve/files/mynerve-latin-ext-400-normal.woff2', import.meta.url),
      ranges: mynerve['latin-ext'],
    },
    {
      url: new URL('@fontsource/mynerve/files/mynerve-greek-400-normal.woff2', import.meta.url),
      ranges: mynerve.greek,
    },
    {
      url: new URL(
        '@fontsource/mynerve/files/mynerve-vietnamese-400-normal.woff2',
        import.meta.url,
      ),
      ranges: mynerve.vietnamese,
    },
  ],
  notoSans: [
    {
      url: new URL('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2', import.meta.url),
      ranges: notoSans.latin,
    },
    {
      url: new URL(
        '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff2',
        import.meta.url,
      ),
      ranges: notoSans['latin-ext'],
    },
    {
      url: new URL(
        '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff2',
        import.meta.url,
      ),
      ranges: notoSans.cyrillic,
    },
    {
      url: new URL(
        '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff2',
        import.meta.url,
      ),
      ranges: notoSans['cyrillic-ext'],
    },
    {
      url: new URL('@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff2', import.meta.url),
      ranges: notoSans.greek,
    },
    {
      url: new URL(
        '@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff2',
        import.meta.url,
      ),
      ranges: notoSans['greek-ext'],
    },
    {
      url: new URL(
        '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff2',
        import.meta.url,
      ),
      ranges: notoSans.vietnamese,
    },
    {
      url: new URL(
        '@fontsource/noto-sans/files/noto-sans-devanagari-400-normal.woff2',
        import.meta.url,
      ),
      ranges: notoSans.devanagari,
    },
  ],
} as const satisfies Record<string, FontFile[]>
