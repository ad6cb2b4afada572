import type { ReactNode } from 'react'
import { TextLink } from './link.tsx'
import { LogoMark } from './logo.tsx'
import { Eyebrow, Page } from './page.tsx'

export type NotInThisReleaseProps = {
  /** The page's name, its h1. */
  title: ReactNode
  /** One sentence: what this release lacks. */
  sentence: ReactNode
  /** One link to what works, usually the router's. */
  children: ReactNode
}

/** A page whose content comes with a later release: says so in one sentence and leads on. */
export function NotInThisRelease({ title, sentence, children }: NotInThisReleaseProps) {
  return (
    <Page width="narrow">
      <div className="relative overflow-hidden rounded-2xl border border-line border-dashed px-6 py-14 sm:px-12 sm:py-20">
        <LogoMark
          size={320}
          className="pointer-events-none absolute -right-20 -bottom-24 opacity-[0.06]"
        />
        <Eyebrow>Not in this release</Eyebrow>
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
