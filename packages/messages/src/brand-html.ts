/** The parts of an HTML e-mail that show the sender's workspace. */
import { buttonColors } from '@inkproof/protocol/brand-color'
import { escapeHtml } from '@inkproof/texts/escape-html'
import type { EmailBrand } from './email-content.ts'

/** The Content-ID of the logo (RFC 2392). */
export const LOGO_CID = 'logo'

/**
 * Renders the logo on white, the name of the workspace as text, because many mail programs hide pictures, and the
 * sentence that the e-mail comes through Inkproof.
 */
export function brandHeader({ logo, name }: EmailBrand, sentThrough: string): string {
  return [
    ...(logo ? [picture(logo)] : []),
    `<p class="ink" style="${NAME}">${escapeHtml(name)}</p>`,
    `<p class="muted" style="${THROUGH}">${escapeHtml(sentThrough)}</p>`,
  ].join('')
}

/** Returns the declarations of the button's colors: inline, and for mail programs with a dark theme. */
export function buttonStyles(color: string | null): { light: string; dark: string } {
  if (color === null)
    return { light: '', dark: 'background: #4a5df0 !important; color: #ffffff !important;' }
  const light = buttonColors(color, 'light')
  const dark = buttonColors(color, 'dark')
  return {
    light: `background:${light.fill};color:${light.text};`,
    dark: `background: ${dark.fill} !important; color: ${dark.text} !important;`,
  }
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const NAME = `${FONT}font-size:18px;line-height:1.4;font-weight:600;color:#15171f;margin:0;word-break:break-word;`
const THROUGH = `${FONT}font-size:13px;line-height:1.5;color:#585c6a;margin:0;`
const PICTURE =
  'display:block;max-width:100%;height:auto;box-sizing:border-box;background:#ffffff;padding:8px;border-radius:6px;margin:0 0 8px;'
const PADDING = 16

/** At half its size in pixels. The name follows as text, so that the picture needs no description. */
function picture({ height, width }: NonNullable<EmailBrand['logo']>): string {
  const size = `width="${Math.round(width / 2) + PADDING}" height="${Math.round(height / 2) + PADDING}"`
  return `<img src="cid:${LOGO_CID}" alt="" ${size} style="${PICTURE}">`
}
