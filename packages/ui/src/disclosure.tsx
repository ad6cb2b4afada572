import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { Collapsible, Accordion as RadixAccordion } from 'radix-ui'
import type { ReactNode } from 'react'
import { omitUndefined } from './omit-undefined.ts'

const TRIGGER =
  'group/row flex w-full min-h-11 items-center gap-3 rounded-sm text-left text-ink transition-colors focus-visible:-outline-offset-2'
const CONTENT = 'overflow-hidden data-[state=closed]:animate-fold data-[state=open]:animate-unfold'

export type DisclosureProps = {
  /** The row that is always visible. */
  summary: ReactNode
  /** The content that expands below it. */
  children: ReactNode
  open?: boolean | undefined
  defaultOpen?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  className?: string | undefined
}

/** A single expandable row. */
export function Disclosure({ summary, children, className, ...state }: DisclosureProps) {
  return (
    <Collapsible.Root {...omitUndefined(state)} className={className}>
      <Collapsible.Trigger className={cx(TRIGGER, 'py-2')}>
        <span className="min-w-0 flex-1">{summary}</span>
        <Chevron />
      </Collapsible.Trigger>
      <Collapsible.Content className={CONTENT}>
        <div className="pb-4">{children}</div>
      </Collapsible.Content>
    </Collapsible.Root>
  )
}

export type AccordionItem = { id: string; title: ReactNode; content: ReactNode }

export type AccordionProps = {
  items: readonly AccordionItem[]
  /** Whether one or several items may be open at a time. */
  type?: 'single' | 'multiple' | undefined
  /** Heading level of the titles. */
  level?: 2 | 3 | 4 | undefined
}

/** A list of expandable items, for an FAQ or the sections of a long form. */
export function Accordion({ items, type = 'single', level = 3 }: AccordionProps) {
  const Heading = `h${level}` as const
  const rows = items.map((item) => (
    <RadixAccordion.Item key={item.id} value={item.id} className="border-line border-b">
      <RadixAccordion.Header asChild>
        <Heading>
          <RadixAccordion.Trigger className={cx(TRIGGER, 'py-4 font-medium text-lg')}>
            <span className="min-w-0 flex-1">{item.title}</span>
            <Chevron />
          </RadixAccordion.Trigger>
        </Heading>
      </RadixAccordion.Header>
      <RadixAccordion.Content
        className={cx(
          CONTENT,
          '[--radix-collapsible-content-height:var(--radix-accordion-content-height)]',
        )}
      >
        <div className="max-w-xl pb-5 text-ink-muted">{item.content}</div>
      </RadixAccordion.Content>
    </RadixAccordion.Item>
  ))
  if (type === 'multiple') {
    return (
      <RadixAccordion.Root type="multiple" className="border-line border-t">
        {rows}
      </RadixAccordion.Root>
    )
  }
  return (
    <RadixAccordion.Root type="single" collapsible className="border-line border-t">
      {rows}
    </RadixAccordion.Root>
  )
}

function Chevron() {
  return (
    <ChevronDown
      aria-hidden="true"
      className="size-4 shrink-0 text-ink-faint transition-[rotate,color] duration-slow group-hover/row:text-ink group-data-[state=open]/row:rotate-180"
    />
  )
}
