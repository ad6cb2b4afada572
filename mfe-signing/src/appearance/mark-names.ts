import { t } from '@inkproof/texts/text'
import type { MarkKind } from './mark.ts'

/** Returns what a button says that opens the dialog for a mark. */
export function askForMark(kind: MarkKind): string {
  switch (kind) {
    case 'signature':
      return t('Add your signature')
    case 'initials':
      return t('Add your initials')
    case 'stamp':
      return t('Add your stamp')
  }
}

/** Returns what an empty field on a page says. */
export function shortNameOf(kind: MarkKind): string {
  switch (kind) {
    case 'signature':
      return t('Sign here')
    case 'initials':
      return t('Initials')
    case 'stamp':
      return t('Stamp')
  }
}

/** Returns the title of the dialog. */
export function titleOf(kind: MarkKind): string {
  switch (kind) {
    case 'signature':
      return t('Your signature')
    case 'initials':
      return t('Your initials')
    case 'stamp':
      return t('Your stamp')
  }
}

/** Returns what the button of the dialog says. */
export function actionOf(kind: MarkKind): string {
  switch (kind) {
    case 'signature':
      return t('Use this signature')
    case 'initials':
      return t('Use these initials')
    case 'stamp':
      return t('Use this stamp')
  }
}
