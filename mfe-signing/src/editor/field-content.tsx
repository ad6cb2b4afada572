import { toast, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { cx } from 'class-variance-authority'
import { Check, Paperclip, PenLine, Stamp } from 'lucide-react'
import { type InputHTMLAttributes, useEffect } from 'react'
import type { MarkKind } from '../appearance/mark.ts'
import { MARK_NAMES } from '../appearance/mark-names.ts'
import { MarkPreview } from '../appearance/mark-preview.tsx'
import { RadioDot } from '../appearance/radio-dot.tsx'
import { useFileChoice } from '../attachments/use-file-choice.tsx'
import { numberInput } from '../values/decimal.ts'
import { dateInput, textInput } from '../values/input-attributes.ts'
import { editDraft, editField, selectButton } from './draft.store.ts'
import type { PlacedField } from './draft.ts'
import { startSigning } from './editor-ui.store.ts'
import { labelOf, nameOf } from './field-label.ts'
import { optionsOf, validationOf } from './settings-problem.ts'

type ContentProps = {
  field: PlacedField
  signerName: string
  /** Of text, in CSS pixels. */
  fontSize: number
  /** Of the field as shown, in points. */
  size: { width: number; height: number }
}

/** What a field shows, and the control with which it is filled in. */
export function FieldContent(props: ContentProps) {
  switch (props.field.type) {
    case 'signature':
    case 'initials':
    case 'stamp':
      return <SignatureContent {...props} />
    case 'checkbox':
      return <CheckboxContent {...props} />
    case 'radio':
      return <RadioContent {...props} />
    case 'dropdown':
      return <DropdownContent {...props} />
    case 'attachment':
      return <AttachmentContent {...props} />
    case 'name':
      return <NameContent {...props} />
    case 'email':
      return <EmailContent {...props} />
    case 'signing-date':
      return <Preset {...props} text={new Date().toLocaleDateString('sv')} />
    default:
      return <TextContent {...props} />
  }
}

/** As a block, because an inline input would sit on the baseline of a line of normal text, below a small field. */
const TEXT = 'block size-full truncate bg-transparent px-0.5 leading-tight text-black outline-none'

function SignatureContent({ field, fontSize }: ContentProps) {
  const { value, type } = field
  const mark = value?.kind === 'signature' ? value.signature : null
  const Icon = type === 'stamp' ? Stamp : PenLine
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={mark ? t('Change') : MARK_NAMES[type as MarkKind].ask}
      onClick={() => startSigning(field.id)}
      className="flex size-full cursor-pointer items-center justify-center gap-1 overflow-hidden outline-none"
    >
      {mark ? (
        <MarkPreview mark={mark} className="size-full p-0.5" />
      ) : (
        <span
          className="flex items-center gap-1 truncate font-medium text-accent"
          style={{ fontSize }}
        >
          <Icon className="size-[1em] shrink-0" aria-hidden="true" />
          {MARK_NAMES[type as MarkKind].short}
        </span>
      )}
    </button>
  )
}

/** The file stays in this browser until the sender signs. */
function AttachmentContent({ field, fontSize }: ContentProps) {
  const { id, value } = field
  const label = labelOf(field)
  const { choose, input, isReading, problem } = useFileChoice((attachment) => {
    editField(id, { value: { kind: 'attachment', attachment } })
    toast({
      title: t('File chosen'),
      description: t(
        'It is uploaded when you sign. Everyone in this request can download this file.',
      ),
    })
  })
  useEffect(() => {
    if (problem !== null)
      toast({ title: t('Not attached'), description: problem, variant: 'error' })
  }, [problem])
  const fileName = value?.kind === 'attachment' ? value.attachment.fileName : null
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        disabled={isReading}
        data-choose-file=""
        title={fileName ?? undefined}
        onClick={choose}
        className="flex size-full cursor-pointer items-center gap-1 overflow-hidden px-0.5 outline-none"
        style={{ fontSize: Math.min(fontSize, 13) }}
      >
        <Paperclip
          className={cx('size-[1em] shrink-0', fileName === null ? 'text-accent' : 'text-black')}
          aria-hidden="true"
        />
        <span
          className={cx('truncate', fileName === null ? 'font-medium text-accent' : 'text-black')}
        >
          {fileName ?? label ?? t('Choose file')}
        </span>
      </button>
      {input}
    </>
  )
}

function CheckboxContent({ field: { id, value } }: ContentProps) {
  const isSelected = value?.kind === 'checkbox' && value.isSelected
  return (
    // biome-ignore lint/a11y/useSemanticElements: the box has the size of the field, unlike an input.
    <button
      type="button"
      role="checkbox"
      tabIndex={-1}
      aria-checked={isSelected}
      aria-label={t('Selected')}
      onClick={() => editField(id, { value: { kind: 'checkbox', isSelected: !isSelected } })}
      className="flex size-full cursor-pointer items-center justify-center text-black outline-none"
    >
      {isSelected && <Check className="size-full" strokeWidth={2.5} aria-hidden="true" />}
    </button>
  )
}

function RadioContent({ field, size }: ContentProps) {
  const isSelected = field.value?.kind === 'checkbox' && field.value.isSelected
  return (
    // biome-ignore lint/a11y/useSemanticElements: the button has the size of the field, unlike an input.
    <button
      type="button"
      role="radio"
      tabIndex={-1}
      aria-checked={isSelected}
      aria-label={t('Selected')}
      onClick={() => selectButton(field)}
      className="flex size-full cursor-pointer items-center justify-center rounded-full outline-none"
    >
      {isSelected && <RadioDot size={size} />}
    </button>
  )
}

function DropdownContent({ field, fontSize }: ContentProps) {
  const { id, value } = field
  return (
    <select
      data-options=""
      aria-label={nameOf(field)}
      value={value?.kind === 'text' ? value.text : ''}
      tabIndex={-1}
      style={{ fontSize }}
      className={cx(TEXT, 'cursor-pointer')}
      onChange={({ currentTarget: { value: text } }) =>
        editField(id, { value: text === '' ? null : { kind: 'text', text } })
      }
    >
      <option value="">{t('Choose')}</option>
      {[...new Set(optionsOf(field))].map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}

function TextContent({ field, fontSize }: ContentProps) {
  const { id, value, type, rectangle } = field
  const text = value?.kind === 'text' ? value.text : ''
  const attributes = {
    value: text,
    'aria-label': nameOf(field),
    placeholder: labelOf(field) ?? t('Type here'),
    maxLength: maxLengthOf(field),
    tabIndex: -1,
    style: { fontSize },
    className: cx(TEXT, 'placeholder:text-accent/60'),
  }
  const change = (entered: string) => editField(id, { value: { kind: 'text', text: entered } })
  return type === 'text' && rectangle.height >= 32 && rectangle.width >= 32 ? (
    <textarea
      {...attributes}
      className={cx(attributes.className, 'resize-none')}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  ) : (
    <input
      {...attributes}
      {...inputFor(field)}
      {...(type === 'number' && numberInput(text, validationOf(field), change))}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

/** A limit that is not valid is explained in the settings. */
function maxLengthOf(field: PlacedField): number {
  const { maxLength = 0 } = validationOf(field)
  return Number.isInteger(maxLength) && maxLength >= 1 ? maxLength : 1000
}

/** How a browser lets people enter a value. */
function inputFor(field: PlacedField): InputHTMLAttributes<HTMLInputElement> {
  const validation = validationOf(field)
  switch (field.type) {
    case 'date':
      return dateInput(validation)
    case 'company':
      return { autoComplete: 'organization' }
    default:
      return textInput(validation)
  }
}

function NameContent({ signerName, fontSize }: ContentProps) {
  return (
    <input
      value={signerName}
      aria-label={t('Your name')}
      placeholder={t('Your name')}
      maxLength={100}
      tabIndex={-1}
      style={{ fontSize }}
      className={cx(TEXT, 'placeholder:text-accent/60')}
      onChange={({ currentTarget }) => editDraft(() => ({ signerName: currentTarget.value }))}
    />
  )
}

function EmailContent(props: ContentProps) {
  const email = useSession(({ user }) => user?.email ?? null)
  return <Preset {...props} text={email ?? t('Your e-mail address')} isPending={email === null} />
}

function Preset({
  text,
  fontSize,
  isPending = false,
}: ContentProps & { text: string; isPending?: boolean }) {
  return (
    <span
      className={cx(TEXT, 'flex! items-center', isPending && 'text-accent/60!')}
      style={{ fontSize }}
    >
      {text}
    </span>
  )
}
