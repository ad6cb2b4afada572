import { escapeHtml } from '@inkproof/texts/escape-html'
import { languageTag, textsFor } from '@inkproof/texts/texts-for'
import { brandHeader, buttonStyles } from './brand-html.ts'
import { shownLinks } from './brand-links.ts'
import type { EmailBrand, EmailContent } from './email-content.ts'
import { deliverySentence, type EmailOptions, helpSentence, helpUrl } from './email-text.ts'

/**
 * Renders the HTML version, limited to what all mail programs support: tables and inline styles. It loads no pictures
 * or other resources, so that opening it cannot be tracked; a logo is part of the e-mail.
 *
 * Mail programs with a dark theme either apply the media query or invert the colors themselves; both results
 * are readable, because every background has its own text color.
 */
export function emailHtml(
  content: EmailContent,
  { origin, language, brand, replyTo }: EmailOptions,
): string {
  const { subject, heading, paragraphs, action, facts, warning, reason } = content
  const { t } = textsFor(language)
  const colors = buttonStyles(brand?.color ?? null)
  const rows = [
    row(`<h1 class="ink" style="${STYLE.heading}">${escapeHtml(heading)}</h1>`),
    ...paragraphs.map((text) =>
      row(`<p class="ink" style="${STYLE.text}">${escapeHtml(text)}</p>`),
    ),
    ...(action
      ? [
          row(button(action, colors.light, t('If the button doesn’t work, open this address:'))),
          row(small(action.note)),
        ]
      : []),
    ...(facts && facts.length > 0 ? [row(factTable(facts))] : []),
    ...(warning ? [row(warningBox(warning))] : []),
  ]
  return [
    `<!doctype html><html lang="${languageTag(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${stylesheet(colors.dark)}</style></head>`,
    `<body class="canvas" style="margin:0;padding:0;background:${LIGHT.canvas};">`,
    `<div style="${STYLE.preview}">${escapeHtml(paragraphs[0] ?? heading)}</div>`,
    `<table role="presentation" class="canvas" ${TABLE} width="100%" style="background:${LIGHT.canvas};"><tr><td align="center" style="padding:32px 16px;">`,
    `<table role="presentation" ${TABLE} width="100%" style="max-width:560px;">`,
    brand
      ? `<tr><td style="padding:0 4px 16px;">${brandHeader(brand, t('Sent through Inkproof'))}</td></tr>`
      : `<tr><td class="ink" style="${STYLE.name}">Inkproof</td></tr>`,
    `<tr><td class="sheet" style="${STYLE.sheet}"><table role="presentation" ${TABLE} width="100%">${rows.join('')}</table></td></tr>`,
    `<tr><td style="padding:20px 4px 0;word-break:break-word;">${brand ? brandFooter(brand, t) : ''}${small(reason)}${small(helpSentence(t, { origin, replyTo }), helpUrl(origin))}${small(origin, origin)}</td></tr>`,
    '</table></td></tr></table></body></html>\n',
  ].join('\n')
}

const LIGHT = {
  canvas: '#f7f7f4',
  sheet: '#ffffff',
  line: '#e2e1dc',
  ink: '#15171f',
  muted: '#585c6a',
  accent: '#2b3fd4',
  wash: '#f1f1ee',
}

const stylesheet = (darkButton: string) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .canvas { background: #0d0f15 !important; }
  .sheet { background: #171a22 !important; border-color: #2a2e3a !important; }
  .box { background: #1e222c !important; }
  .ink { color: #eceef4 !important; }
  .muted { color: #a4a9b8 !important; }
  .link { color: #97a8ff !important; }
  .button { ${darkButton} }
}`

const TABLE = 'cellpadding="0" cellspacing="0" border="0"'
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
const STYLE = {
  preview: 'display:none;max-height:0;overflow:hidden;',
  name: `${FONT}font-size:18px;font-weight:600;letter-spacing:-0.02em;color:${LIGHT.ink};padding:0 4px 16px;`,
  sheet: `background:${LIGHT.sheet};border:1px solid ${LIGHT.line};border-radius:12px;padding:28px 28px 12px;`,
  heading: `${FONT}font-size:22px;line-height:1.3;letter-spacing:-0.01em;font-weight:600;color:${LIGHT.ink};margin:0;`,
  text: `${FONT}font-size:16px;line-height:1.55;color:${LIGHT.ink};margin:0;`,
  small: `${FONT}font-size:13px;line-height:1.5;color:${LIGHT.muted};margin:0 0 4px;`,
  button: `${FONT}display:inline-block;background:${LIGHT.accent};color:#ffffff;font-size:16px;font-weight:600;line-height:1.25;text-decoration:none;padding:13px 22px;border-radius:8px;`,
  link: `color:${LIGHT.accent};text-decoration:underline;`,
  box: `background:${LIGHT.wash};border-radius:8px;padding:14px 16px;`,
  cell: `${FONT}font-size:14px;line-height:1.5;padding:3px 16px 3px 0;vertical-align:top;`,
}

function row(content: string): string {
  return `<tr><td style="padding:0 0 16px;">${content}</td></tr>\n`
}

/** Renders a button and, because some mail programs remove buttons, its URL below it. */
function button(
  { label, url }: { label: string; url: string },
  colors: string,
  fallbackText: string,
): string {
  const href = escapeHtml(url)
  return [
    `<a class="button" href="${href}" style="${STYLE.button}${colors}">${escapeHtml(label)}</a>`,
    `<p class="muted" style="${STYLE.small}margin-top:16px;">${escapeHtml(fallbackText)}<br><a class="link" href="${href}" style="${STYLE.link}word-break:break-all;">${href}</a></p>`,
  ].join('')
}

function brandFooter(brand: EmailBrand, t: ReturnType<typeof textsFor>['t']): string {
  const links = shownLinks(brand).map(({ label, url }) => small(`${label}: ${url}`, url))
  return [...links, small(deliverySentence(brand, t))].join('')
}

/** Renders small text in which each occurrence of `address`, if given, is a link. */
function small(text: string, address = ''): string {
  const href = escapeHtml(address)
  const link = `<a class="link" href="${href}" style="${STYLE.link}">${href}</a>`
  const [before = '', ...after] = address ? escapeHtml(text).split(href) : [escapeHtml(text)]
  return `<p class="muted" style="${STYLE.small}">${[before, ...after].join(link)}</p>`
}

function factTable(facts: NonNullable<EmailContent['facts']>): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="muted" style="${STYLE.cell}color:${LIGHT.muted};white-space:nowrap;">${escapeHtml(label)}</td><td class="ink" style="${STYLE.cell}color:${LIGHT.ink};word-break:break-word;">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" ${TABLE}>${rows.join('')}</table>`
}

function warningBox({ text, label, url }: NonNullable<EmailContent['warning']>): string {
  return `<div class="box" style="${STYLE.box}"><p class="ink" style="${STYLE.text}font-size:14px;">${escapeHtml(text)} <a class="link" href="${escapeHtml(url)}" style="${STYLE.link}">${escapeHtml(label)}</a></p></div>`
}
