import { t } from '@inkproof/texts/text'
import type { ReactNode } from 'react'
import { Guilloche } from './guilloche.tsx'
import { TextLink } from './link.tsx'
import { Eyebrow, Page } from './page.tsx'

export type NotInThisReleaseProps = {
  /** The page title (h1). */
  title: ReactNode
  /** One sentence about what this release lacks. */
  sentence: ReactNode
  /** One link to an alternative, usually the router's. */
  children: ReactNode
}

/** A placeholder page for a feature of a later release, with a link to an alternative. */
export function NotInThisRelease({ title, sentence, children }: NotInThisReleaseProps) {
  return (
    <Page>
      <div className="relative isolate lg:min-h-96">
        <Guilloche
          lobes={16}
          depth={0.62}
          className="absolute top-0 right-0 -z-10 size-96 text-accent-ink opacity-15 max-lg:hidden"
        />
        <Eyebrow>{t('Not in this release')}</Eyebrow>
        <h1 className="mt-4 font-medium text-3xl text-ink tracking-tighter md:text-4xl">{title}</h1>
        <p className="mt-4 max-w-md text-ink-muted text-lg">{sentence}</p>
        <p className="mt-8">
          <TextLink asChild className="inline-flex min-h-11 items-center text-lg">
            {children}
          </TextLink>
        </p>
      </div>
    </Page>
  )
}
