import { escapeHtml } from '@inkproof/texts/escape-html'
import { PREVIEW_SIZE } from './preview-image.ts'

export type Preview = {
  /** The certificate's title, which its owner chose. */
  title: string
  shareLink: string
  /** The installation's address. */
  origin: string
  /** Whether the installation uses an embedded chain. */
  isTestInstallation: boolean
}

const PRODUCT = 'Inkproof'
const IMAGE_ALT = 'A figure drawn from the fingerprint of the certified file'

/**
 * Returns the title of a certificate's page and the tags from which messengers build a link preview
 * (https://ogp.me) as HTML. Messengers store a preview for a long time, so it contains nothing that can change and
 * nothing that a reader has to verify: neither the state nor the issuer.
 */
export function previewTags({ title, shareLink, origin, isTestInstallation }: Preview): string {
  const { width, height } = PREVIEW_SIZE
  const page = new URL(`/share/${shareLink}`, origin).href
  const image = new URL(`/api/v1/shares/${shareLink}/preview.png`, origin).href
  const description = describeCertificate(new URL(origin).host, isTestInstallation)
  const properties = {
    'og:type': 'website',
    'og:site_name': PRODUCT,
    'og:url': page,
    'og:title': title,
    'og:description': description,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': String(width),
    'og:image:height': String(height),
    'og:image:alt': IMAGE_ALT,
  }
  const names = { robots: 'noindex', description, 'twitter:card': 'summary_large_image' }
  return [
    // As the page itself sets it (packages/slice/src/title.ts).
    `<title>${escapeHtml(`${title} · ${PRODUCT}`)}</title>`,
    ...Object.entries(names).map(([name, content]) => meta('name', name, content)),
    ...Object.entries(properties).map(([name, content]) => meta('property', name, content)),
  ].join('\n')
}

/** In English, because a messenger stores one preview for readers of all languages. */
function describeCertificate(host: string, isTestInstallation: boolean): string {
  const notice = isTestInstallation ? ' Test installation: proves nothing to others.' : ''
  return `Certificate on ${host}. Open it to compare your file and see whether it is still valid.${notice}`
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`
}
