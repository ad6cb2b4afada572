import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { PageView } from './page-view.ts'
import type { PdfDocument } from './pdf-document.ts'
import { PdfPage } from './pdf-page.tsx'

export type PdfPagesProps = {
  document: PdfDocument
  /** Shown over each page, in a box of the page's size whose children are positioned by `toShown(...)` times `scale`. */
  renderOverlay?: ((page: PageView) => ReactNode) | undefined
  /** 1 shows each page as wide as the column. */
  zoom?: number | undefined
  /** Receives the element that contains the pages, and scrolls sideways if they are wider. */
  column?: RefObject<HTMLDivElement | null> | undefined
  className?: string | undefined
}

/** Pages are not enlarged more than this, in CSS pixels per point, by a wide column. */
const MAX_FIT_SCALE = 1.5

/** All pages of a document in a column, drawn when they come near the screen. */
export function PdfPages(props: PdfPagesProps) {
  const { className, document, renderOverlay, zoom = 1 } = props
  const own = useRef<HTMLDivElement>(null)
  const column = props.column ?? own
  const width = useWidth(column)
  return (
    <section
      ref={column}
      aria-label={t('Document')}
      // Only then there is something to scroll by keyboard.
      tabIndex={zoom > 1 ? 0 : undefined}
      className={cx('min-w-0 overflow-x-auto [overflow-anchor:none]', className)}
    >
      <ol
        className="mx-auto flex w-max min-w-full flex-col items-center gap-4"
        aria-label={t('Pages')}
      >
        {width > 0 &&
          document.pages.map((size, index) => {
            const fit = Math.min(MAX_FIT_SCALE, width / size.width)
            const view = { number: index + 1, size, scale: fit * zoom }
            return (
              <PdfPage
                // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its position.
                key={index}
                document={document}
                view={view}
                overlay={renderOverlay?.(view)}
              />
            )
          })}
      </ol>
    </section>
  )
}

/** Returns the width of an element in CSS pixels; 0 before it is known. */
function useWidth(ref: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
