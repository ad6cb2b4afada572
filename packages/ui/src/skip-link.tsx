import { t } from '@inkproof/texts/text'

/** The first focusable element of the page. Skips the header. */
export function SkipLink({ target = '#main' }: { target?: string }) {
  return (
    <a
      href={target}
      className="fixed top-2 left-2 z-(--z-toast) -translate-y-16 rounded-md bg-accent px-4 py-3 font-medium text-on-accent no-underline transition-transform focus:translate-y-0"
    >
      {t('Skip to content')}
    </a>
  )
}
