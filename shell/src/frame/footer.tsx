import { t } from '@inkproof/texts/text'
import { TextLink } from '@inkproof/ui/link'
import { CONTAINER } from '@inkproof/ui/page'
import { cx } from 'class-variance-authority'
import { Link } from 'react-router-dom'
import { sliceFor, useRegistry } from '../slices/registry.ts'
import { LanguageSelect } from './language-select.tsx'

const LINKS: readonly [to: string, label: string][] = [
  ['/features', t('Features')],
  ['/docs', t('Docs')],
  ['/faq', t('FAQ')],
  ['/blog', t('Blog')],
  ['/about', t('About')],
  ['/security', t('Security')],
  ['/privacy', t('Privacy')],
  ['/terms', t('Terms')],
]

/**
 * The footer of every page, with links to pages about the product. Links to slices that are not released are
 * omitted.
 */
export function Footer() {
  const slices = useRegistry((registry) => registry.slices)
  const links = LINKS.filter(([to]) => sliceFor(to, slices) !== null)
  return (
    <footer className="border-line border-t">
      <div className={cx(CONTAINER, 'flex flex-wrap gap-5 py-8 text-sm')}>
        <nav aria-label={t('About this site')} className="flex flex-wrap gap-5">
          {[...links, ['/auth-status', t('Status')] as const].map(([to, label]) => (
            <TextLink key={to} asChild tone="quiet">
              <Link to={to}>{label}</Link>
            </TextLink>
          ))}
        </nav>
        <LanguageSelect />
      </div>
    </footer>
  )
}
