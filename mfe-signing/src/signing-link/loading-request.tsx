import { t } from '@inkproof/texts/text'
import { Skeleton } from '@inkproof/ui/skeleton'

export function LoadingRequest() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">{t('Loading the document')}</span>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-12 w-2/3 rounded-lg" />
      <Skeleton className="h-40 w-full rounded-xl" />
    </div>
  )
}
