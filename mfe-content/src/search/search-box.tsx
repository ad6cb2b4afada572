import { offlineMessage } from '@inkproof/slice-parts/offline-message'
import { plural, t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSearch } from './use-search.ts'

/** Searches every page and post while the reader types. */
export function SearchBox() {
  const [query, setQuery] = useState('')
  const searchTerm = useDeferredValue(query.trim())
  const { data, error, isError } = useSearch(searchTerm)
  const hits = searchTerm === '' ? undefined : data?.hits

  return (
    <search className="mb-12 block max-w-lg">
      <Field label={t('Search pages and posts')}>
        <Input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
      </Field>
      <p role="status" className="mt-2 min-h-5 text-ink-muted text-sm">
        {isError &&
          searchTerm !== '' &&
          (offlineMessage(error) ?? t('Search is unavailable right now. Try again in a moment.'))}
        {hits?.length === 0 && t('No results for “{searchTerm}”.', { searchTerm })}
        {hits &&
          hits.length > 0 &&
          plural(hits.length, { one: '{count} result', other: '{count} results' })}
      </p>
      {hits && hits.length > 0 && (
        <ul className="mt-2 divide-y divide-line rounded-xl border border-line bg-surface">
          {hits.map((hit) => (
            <li key={hit.to}>
              <Link to={hit.to} className="block px-5 py-4 no-underline hover:bg-hover">
                <span className="font-medium text-ink">{hit.title}</span>
                <span className="mt-1 block text-ink-muted text-sm">{hit.excerpt}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
