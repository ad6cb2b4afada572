import { t } from '@inkproof/texts/text'
import { Page } from '@inkproof/ui/page'
import { Skeleton, SkeletonText } from '@inkproof/ui/skeleton'

/** A placeholder with the dimensions of a page, so that nothing shifts when it has loaded. */
export function Loading() {
  return (
    <Page>
      <p role="status" className="sr-only">
        {t('Loading')}
      </p>
      <div className="max-w-lg space-y-4" aria-hidden="true">
        <p className="font-medium text-2xs text-ink-faint uppercase tracking-engraved">
          {t('Loading')}
        </p>
        <Skeleton className="h-11 w-4/5" />
        <SkeletonText lines={2} className="pt-2" />
      </div>
      <div className="mt-12 grid gap-4 md:grid-cols-2" aria-hidden="true">
        <Skeleton className="h-56 w-full rounded-xl" />
        <Skeleton className="h-56 w-full rounded-xl max-md:hidden" />
      </div>
    </Page>
  )
}
