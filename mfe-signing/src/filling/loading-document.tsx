import { t } from '@inkproof/texts/text'
import { Skeleton } from '@inkproof/ui/skeleton'

export function LoadingDocument() {
  return (
    <div role="status">
      <span className="sr-only">{t('Loading and checking the document')}</span>
      <Skeleton className="aspect-[1/1.4] w-full rounded-xl" />
    </div>
  )
}
