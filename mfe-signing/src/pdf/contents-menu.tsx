import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { DropdownMenu, MenuItem } from '@inkproof/ui/dropdown-menu'
import { cx } from 'class-variance-authority'
import { TableOfContents } from 'lucide-react'
import { useRef } from 'react'
import type { PdfDocument } from './pdf-document.ts'
import { useContents } from './use-contents.ts'
import { goToPage } from './visible-page.ts'

/** The bookmarks of a document, which lead to their pages. Nothing for a document with less than two. */
export function ContentsMenu({ document }: { document: PdfDocument }) {
  const contents = useContents(document)
  const chosen = useRef<number | null>(null)
  if (contents.length < 2) return null

  /** The focus follows to the page that was chosen. */
  function onCloseAutoFocus(event: Event): void {
    if (chosen.current === null) return
    event.preventDefault()
    goToPage(chosen.current)
    chosen.current = null
  }

  return (
    <DropdownMenu
      align="start"
      onCloseAutoFocus={onCloseAutoFocus}
      trigger={
        <Button size="sm" variant="ghost">
          <TableOfContents />
          <span className="max-sm:sr-only">{t('Contents')}</span>
        </Button>
      }
    >
      {contents.map(({ level, page, title }, index) => (
        <MenuItem
          // biome-ignore lint/suspicious/noArrayIndexKey: titles and pages may repeat, and the list does not change.
          key={index}
          onSelect={() => {
            chosen.current = page
          }}
        >
          <span
            className={cx('min-w-0 max-w-[min(18rem,55vw)] flex-1 truncate', level === 1 && 'pl-4')}
          >
            <bdi>{title}</bdi>
          </span>
          <span className="pl-4 text-ink-faint text-sm tabular-nums">
            <span className="sr-only">{t('Page')} </span>
            {page}
          </span>
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}
