import type { Heading } from '@inkproof/protocol/content'
import { t } from '@inkproof/texts/text'
import { TextLink } from '@inkproof/ui/link'

const MIN_SECTIONS = 3

/** Table of contents next to a long article, on screens with room for it. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const sections = headings.filter(({ level }) => level === 2)
  if (sections.length < MIN_SECTIONS) return null
  return (
    <nav aria-label={t('On this page')} className="hidden lg:block">
      <div className="sticky top-24">
        <p className="font-medium text-2xs text-ink-faint uppercase tracking-engraved">
          {t('On this page')}
        </p>
        <ul className="mt-4 space-y-2.5 border-line border-l pl-4 text-sm">
          {sections.map(({ id, text }) => (
            <li key={id}>
              <TextLink tone="quiet" href={`#${id}`}>
                {text}
              </TextLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
