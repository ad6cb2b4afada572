import { t } from '@inkproof/texts/text'
import { PageHeader } from '@inkproof/ui/page'
import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  /** One sentence: what happened, or what to do next. */
  children: ReactNode
  /** Title of the document, if the visitor may know it. */
  document?: string | undefined
  /** Buttons or details below the sentence. */
  actions?: ReactNode
}

/** A state in which there is nothing to read or sign. */
export function MessageScreen({ actions, children, document, title }: Props) {
  return (
    <div aria-live="polite">
      <PageHeader
        eyebrow={<span className="break-words">{document ?? t('Sign a document')}</span>}
        title={title}
        lead={children}
      />
      {actions}
    </div>
  )
}
