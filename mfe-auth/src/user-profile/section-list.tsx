import { t } from '@inkproof/texts/text'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { ProfileSection } from './sections.ts'
import { useSectionInView } from './use-section-in-view.ts'

type Props = { sections: readonly ProfileSection[] }

/** The navigation of the settings: a column beside them, or a row above them on small screens. */
export function SectionList({ sections }: Props) {
  const ids = useMemo(() => sections.map(({ id }) => id), [sections])
  const inView = useSectionInView(ids)
  return (
    <nav
      aria-label={t('Settings')}
      className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:border-line max-lg:border-b max-lg:px-4 max-lg:pb-3 sm:max-lg:-mx-6 sm:max-lg:px-6 lg:sticky lg:top-24 lg:self-start"
    >
      <ul className="flex gap-1 lg:flex-col">
        {sections.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            {/** The router's link: after a plain anchor, the router would restore the previous scroll position. */}
            <Link
              to={`#${id}`}
              aria-current={id === inView ? 'location' : undefined}
              className="flex min-h-9 items-center whitespace-nowrap rounded-md px-3 text-ink-muted text-sm no-underline transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink max-md:min-h-11"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
