import type { Preview } from '@inkproof/slice'
import { rich } from '@inkproof/texts/rich'
import { t } from '@inkproof/texts/text'
import { TextLink } from '@inkproof/ui/link'
import type { MouseEvent } from 'react'
import { createRoot } from 'react-dom/client'

/** Shows a notice on every page that it contains a version that is not live. It is rendered outside the application. */
export function showPreviewNotice(preview: Preview): void {
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(<PreviewNotice preview={preview} />)
}

/** The notice with the name and version of the slice, and the link that ends the preview. */
export function PreviewNotice({ preview: { package: name, version } }: { preview: Preview }) {
  return (
    <aside aria-label={t('Preview')} className="fixed bottom-0 z-(--z-header) p-4">
      <p className="flex flex-wrap gap-3 rounded-lg border border-line bg-raised p-4 text-sm shadow-float">
        <span>
          {rich('Preview of {version}', {
            version: <span className="break-all font-mono">{`${name} ${version}`}</span>,
          })}
        </span>
        {/* The gateway removes the cookie of the preview and redirects to this page. */}
        <TextLink href="?preview=off" onClick={keepAddress}>
          {t('End preview')}
        </TextLink>
      </p>
    </aside>
  )
}

/** Sets the link to the current address: the application navigates without rendering the notice again. */
function keepAddress({ currentTarget: link }: MouseEvent<HTMLAnchorElement>): void {
  const { pathname, search, hash } = window.location
  link.href = `${pathname}${search === '' ? '?' : `${search}&`}preview=off${hash}`
}
