import type { FieldType } from '@inkproof/protocol/envelope-fields'
import { t } from '@inkproof/texts/text'
import {
  AtSign,
  Building2,
  Calendar,
  CalendarDays,
  CircleDot,
  Hash,
  ListChevronsUpDown,
  type LucideIcon,
  Paperclip,
  PenLine,
  SquareCheck,
  Stamp,
  TextCursorInput,
  Type,
  UserRound,
} from 'lucide-react'

/** The types of fields that the editor offers, in this order. */
export const PALETTE = [
  'signature',
  'initials',
  'name',
  'email',
  'signing-date',
  'company',
  'stamp',
  'text',
  'number',
  'date',
  'checkbox',
  'radio',
  'dropdown',
  'attachment',
] as const satisfies readonly FieldType[]

export type EditorFieldType = (typeof PALETTE)[number]

type Description = {
  label: string
  icon: LucideIcon
  /** Of a new field, in points. */
  size: { width: number; height: number }
}

const DESCRIPTIONS: Readonly<Record<EditorFieldType, Description>> = {
  signature: { label: t('Signature'), icon: PenLine, size: { width: 170, height: 46 } },
  initials: { label: t('Initials'), icon: Type, size: { width: 64, height: 34 } },
  name: { label: t('Name'), icon: UserRound, size: { width: 150, height: 20 } },
  email: { label: t('E-mail'), icon: AtSign, size: { width: 180, height: 20 } },
  'signing-date': { label: t('Date signed'), icon: CalendarDays, size: { width: 90, height: 20 } },
  company: { label: t('Company'), icon: Building2, size: { width: 150, height: 20 } },
  stamp: { label: t('Stamp'), icon: Stamp, size: { width: 90, height: 90 } },
  text: { label: t('Text'), icon: TextCursorInput, size: { width: 150, height: 20 } },
  number: { label: t('Number'), icon: Hash, size: { width: 80, height: 20 } },
  date: { label: t('Date'), icon: Calendar, size: { width: 90, height: 20 } },
  checkbox: { label: t('Checkbox'), icon: SquareCheck, size: { width: 14, height: 14 } },
  radio: { label: t('Single choice'), icon: CircleDot, size: { width: 14, height: 14 } },
  dropdown: {
    label: t('Drop-down list'),
    icon: ListChevronsUpDown,
    size: { width: 130, height: 20 },
  },
  attachment: { label: t('Attachment'), icon: Paperclip, size: { width: 180, height: 30 } },
}

/** Returns the name, the icon and the initial size of a type of field. */
export function describeType(type: FieldType): Description {
  return DESCRIPTIONS[type as EditorFieldType] ?? DESCRIPTIONS.text
}
