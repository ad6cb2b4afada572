import type { Preview } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { TextLink } from '@inkproof/ui/link'
import type { SyntheticEvent } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Shows a notice on every page that it contains a version that is not live. It is rendered outside the application, after
 * its last element, so that it covers nothing at the end of a page.
 */
export function showPreviewNotice(preview: Preview): void {
  const container = document.body.appendChild(document.createElement('div'))
  container.className = 'pointer-events-none sticky bottom-0 z-(--z-header)'
  createRoot(container).render(<PreviewNotice preview={preview} />)
}

/** The notice with the name and version of the slice, and the link that ends the preview. */
export function PreviewNotice({ preview: { package: name, version } }: { preview: Preview }) {
  return (
    <aside aria-label={t('Preview')} className="flex p-4">
      <div className="pointer-events-auto flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line bg-raised px-4 py-3 text-sm shadow-float">
        <p>
          {t('You’re viewing a version that is not live yet.')}
          <span className="block break-all font-mono text-ink-muted text-xs">{`${name} ${version}`}</span>
        </p>
        {/* The gateway removes the cookie of the preview and redirects to this page. */}
        <TextLink href="?preview=off" onPointerDown={keepAddress} onFocus={keepAddress}>
          {t('End preview')}
        </TextLink>
      </div>
    </aside>
  )
}

/**
 * Sets the link to the current address before it is used: the application navigates without rendering the notice again.
 * Not by `onClick`, which the middle button and "Open in new tab" do not cause.
 */
function keepAddress({ currentTarget: link }: SyntheticEvent<HTMLAnchorElement>): void {
  const { pathname, search, hash } = window.location
  link.href = `${pathname}${search === '' ? '?' : `${search}&`}preview=off${hash}`
}
