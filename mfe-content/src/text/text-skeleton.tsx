import { Skeleton, SkeletonText } from '@inkproof/ui/skeleton'

/** The shape of a text that is on its way. */
export function TextSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-5 h-10 w-2/3" />
      <Skeleton className="mt-5 h-6 w-full" />
      <div className="mt-12 space-y-10">
        {['one', 'two', 'three'].map((id) => (
          <SkeletonText key={id} lines={4} />
        ))}
      </div>
    </div>
  )
}
