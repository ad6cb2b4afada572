import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'

const PROSE = cx(
  'max-w-lg text-ink-muted text-lg leading-relaxed [&>*+*]:mt-5',
  '[&_h2]:mt-12! [&_h2]:font-medium [&_h2]:text-2xl [&_h2]:text-ink [&_h2]:tracking-tighter',
  '[&_h3]:mt-8! [&_h3]:font-semibold [&_h3]:text-ink [&_h3]:text-lg [&_h3]:tracking-tight',
  '[&_h4]:mt-6! [&_h4]:font-semibold [&_h4]:text-ink [&>:first-child]:mt-0!',
  '[&_strong]:font-semibold [&_strong]:text-ink [&_em]:italic',
  '[&_a]:text-accent-ink [&_a]:underline [&_a]:decoration-accent-line [&_a]:underline-offset-3 [&_a:hover]:decoration-current',
  '[&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5 [&_li+li]:mt-2 [&_li]:pl-1 [&_li]:marker:text-ink-faint',
  '[&_blockquote]:border-accent-ink [&_blockquote]:border-l-2 [&_blockquote]:pl-5 [&_blockquote]:text-ink',
  '[&_code]:rounded-xs [&_code]:bg-hover [&_code]:px-1 [&_code]:py-0.5 [&_code]:font-mono [&_code]:text-[0.85em] [&_code]:text-ink [&_code]:[overflow-wrap:anywhere]',
  '[&_pre]:overflow-x-auto [&_pre]:rounded-lg [&_pre]:border [&_pre]:border-line [&_pre]:bg-sunken [&_pre]:p-4 [&_pre]:text-sm',
  '[&_pre_code]:bg-transparent [&_pre_code]:p-0 [&_pre_code]:text-sm',
  '[&_hr]:border-line [&_img]:rounded-lg [&_img]:border [&_img]:border-line',
  '[&_table]:block [&_table]:overflow-x-auto [&_table]:text-base [&_td]:border-line [&_td]:border-b [&_td]:py-2 [&_td]:pr-6 [&_th]:border-line-strong [&_th]:border-b [&_th]:py-2 [&_th]:pr-6 [&_th]:text-left [&_th]:font-medium [&_th]:text-ink',
)

/** Styles running text from Markdown: pass elements, or sanitized HTML without inline styles. */
export function Prose({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(PROSE, className)} />
}
