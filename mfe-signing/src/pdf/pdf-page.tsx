import { t } from '@inkproof/texts/text'
import { type ReactNode, useRef } from 'react'
import { PageContent } from './page-content.tsx'
import type { PageView } from './page-view.ts'
import type { PdfDocument } from './pdf-document.ts'
import { useIsNear } from './use-is-near.ts'

type PdfPageProps = { document: PdfDocument; view: PageView; overlay: ReactNode }

/** A page. It is drawn before it is on the screen, and its memory is freed when it is far from it. */
export function PdfPage({ document, view, overlay }: PdfPageProps) {
  const { number, size, scale } = view
  const element = useRef<HTMLLIElement>(null)
  const isNear = useIsNear(element)
  return (
    <li
      ref={element}
      data-page={number}
      aria-label={t('Page {number} of {count}', { number, count: document.pages.length })}
      // The contents menu focuses it.
      tabIndex={-1}
      className="relative shrink-0 scroll-mt-32 bg-white outline-none shadow-sheet ring-1 ring-line"
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      {isNear && <PageContent document={document} number={number} scale={scale} />}
      <div className="pointer-events-none absolute inset-0">{overlay}</div>
    </li>
  )
}
