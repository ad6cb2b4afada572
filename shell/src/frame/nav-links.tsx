import type { NavEntry, PublishedSlice } from '@inkproof/slice'
import { translate } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { NavLink } from 'react-router-dom'
import { pageLanguage } from '../language.ts'
import { useRegistry } from '../slices/registry.ts'

const ROW = 'h-9 rounded-md px-2.5 text-sm'
const COLUMN = 'h-12 rounded-lg px-4 text-lg'

/** The links of all slices, in their order. The link to the current page is marked. */
export function NavLinks({ layout }: { layout: 'row' | 'column' }) {
  const slices = useRegistry((registry) => registry.slices)
  const entries = slices.flatMap(translateEntries).sort((a, b) => a.order - b.order)
  return (
    <ul className={layout === 'row' ? 'flex items-center gap-0.5' : 'flex flex-col gap-1'}>
      {entries.map(({ to, label }) => (
        <li key={to}>
          <NavLink
            to={to}
            end={to === '/'}
            className={({ isActive }) =>
              cx(
                'flex items-center whitespace-nowrap font-medium no-underline transition-colors',
                layout === 'row' ? ROW : COLUMN,
                isActive
                  ? 'bg-accent-wash text-accent-ink'
                  : 'text-ink-muted hover:bg-hover hover:text-ink',
              )
            }
          >
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

/** Labels are shown before their slice’s texts are loaded, so the registry contains their translations. */
function translateEntries({ nav, texts }: PublishedSlice): NavEntry[] {
  const labels = texts?.[pageLanguage()]?.labels
  return nav.map((entry) => ({ ...entry, label: labels?.[entry.label] ?? translate(entry.label) }))
}
