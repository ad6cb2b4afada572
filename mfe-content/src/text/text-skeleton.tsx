import { t } from '@inkproof/texts/text'
import { Skeleton, SkeletonText } from '@inkproof/ui/skeleton'

/** A placeholder for an article that is loading, below its heading. */
export function TextSkeleton() {
  return (
    <div role="status" aria-label={t('Loading')} className="max-w-xl space-y-10">
      {['one', 'two', 'three'].map((id) => (
        <div key={id} className="space-y-5">
          <Skeleton className="h-6 w-2/5" />
          <SkeletonText lines={4} />
        </div>
      ))}
    </div>
  )
}

/** A placeholder for the sentence below a heading. */
export function LeadSkeleton() {
  return (
    <span className="block py-1">
      <Skeleton className="h-5 w-full" />
    </span>
  )
}
