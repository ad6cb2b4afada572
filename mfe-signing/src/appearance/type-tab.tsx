import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { Skeleton } from '@inkproof/ui/skeleton'
import { cx } from 'class-variance-authority'
import { useId } from 'react'
import type { FontName } from './font-files.ts'
import { type Ink, type MarkKind, withInk } from './mark.ts'
import { MarkPreview } from './mark-preview.tsx'
import { PAPER } from './paper.ts'
import { MAX_TYPED_LENGTH } from './typed-mark.ts'
import type { TypedMark, TypedMarks } from './use-typed-marks.ts'

type TypeTabProps = {
  kind: MarkKind
  text: string
  onTextChange: (text: string) => void
  typed: TypedMarks
  font: FontName | undefined
  onFontChange: (font: FontName) => void
  ink: Ink
}

/** Types a signature and chooses its handwriting. */
export function TypeTab({ kind, text, onTextChange, typed, ...choice }: TypeTabProps) {
  return (
    <div className="space-y-4">
      <Field
        label={kind === 'signature' ? t('Your name') : t('Your initials')}
        error={typed.status === 'missing' && describeMissing(typed.characters)}
      >
        <Input
          value={text}
          maxLength={MAX_TYPED_LENGTH}
          autoComplete={kind === 'signature' ? 'name' : 'off'}
          onChange={(event) => onTextChange(event.currentTarget.value)}
        />
      </Field>
      <Styles typed={typed} {...choice} />
    </div>
  )
}

function describeMissing(characters: readonly string[]): string {
  return t('No handwriting style supports {characters}. Draw or upload your signature instead.', {
    characters: characters.join(' '),
  })
}

type StylesProps = Pick<TypeTabProps, 'typed' | 'font' | 'onFontChange' | 'ink'>

function Styles({ typed, ...choice }: StylesProps) {
  switch (typed.status) {
    case 'loading':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-24 rounded-lg" />
        </div>
      )
    case 'failed':
      return (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-danger text-sm">
          {t('The handwriting styles could not be loaded.')}
          <Button size="sm" onClick={typed.retry}>
            {t('Try again')}
          </Button>
        </div>
      )
    case 'ready':
      return <StyleChoice marks={typed.marks} {...choice} />
    default:
      return null
  }
}

type StyleChoiceProps = Omit<StylesProps, 'typed'> & { marks: readonly TypedMark[] }

function StyleChoice({ marks, font, onFontChange, ink }: StyleChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-ink text-sm">{t('Handwriting style')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {marks.map((item, i) => (
          <label
            key={item.font}
            className={cx(
              PAPER,
              'flex h-24 cursor-pointer items-center justify-center px-5 py-4 transition-shadow hover:border-line-strong',
              'has-checked:border-accent has-checked:ring-2 has-checked:ring-accent',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-4',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={item.font === font}
              onChange={() => onFontChange(item.font)}
              aria-label={t('Handwriting style {number}', { number: i + 1 })}
              className="sr-only"
            />
            <MarkPreview mark={withInk(item.mark, ink)} className="size-full" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
