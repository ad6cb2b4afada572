import { t } from '@inkproof/texts/text'
import type { MarkKind } from './mark.ts'

/** What the screens call a mark. */
export type MarkNames = {
  /** On a button that opens the dialog. */
  ask: string
  /** In an empty field on a page. */
  short: string
  /** The title of the dialog. */
  title: string
  /** On the button of the dialog. */
  action: string
}

export const MARK_NAMES: Readonly<Record<MarkKind, MarkNames>> = {
  signature: {
    ask: t('Add your signature'),
    short: t('Sign here'),
    title: t('Your signature'),
    action: t('Use this signature'),
  },
  initials: {
    ask: t('Add your initials'),
    short: t('Initials'),
    title: t('Your initials'),
    action: t('Use these initials'),
  },
  stamp: {
    ask: t('Add your stamp'),
    short: t('Stamp'),
    title: t('Your stamp'),
    action: t('Use this stamp'),
  },
}
