import {
  BrandColor,
  type Branding,
  type BrandingSettings,
  LEGAL_URL_MAX,
  LegalUrl,
} from '@inkproof/protocol/branding'
import type { WorkspaceView } from '@inkproof/protocol/workspaces'
import { toast } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Button } from '@inkproof/ui/button'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { useState } from 'react'
import { FieldError } from '../forms/field-error.ts'
import { FormError } from '../forms/form-error.tsx'
import { type ReadField, useForm } from '../forms/use-form.ts'
import { useBrandingChanges } from './branding.api.ts'
import { BrandingPreview } from './branding-preview.tsx'
import { ReplyToField } from './branding-replies.tsx'

type Props = { workspace: WorkspaceView; branding: BrandingSettings }
type Typed = Omit<Branding, 'logo'>

/** Lets an owner enter the color and the legal links, and choose who gets replies. An item is removed by clearing its field. */
export function BrandingForm({ branding, workspace: { id, name } }: Props) {
  const { save } = useBrandingChanges(id)
  const [typed, setTyped] = useState({
    color: branding.color ?? '',
    privacyUrl: branding.privacyUrl ?? '',
    termsUrl: branding.termsUrl ?? '',
  })
  const [replyTo, setReplyTo] = useState(branding.replyTo?.accountId ?? null)
  const { isPending, error, errorId, fieldErrorId, form } = useForm(async (field) => {
    await save({ ...readTyped(field), replyTo })
    toast({ title: t('Branding saved'), variant: 'success' })
  }, t('The branding could not be saved. Please try again.'))
  const control = (item: keyof Typed) => ({
    name: item,
    value: typed[item],
    disabled: isPending,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((current) => ({ ...current, [item]: value })),
  })
  const color = validColor(typed.color)
  return (
    <form {...form} noValidate className="space-y-5">
      <FormError id={errorId} error={error} />
      <Field
        label={t('Color of main buttons')}
        hint={t('Such as #1a2b3c. Leave blank for Inkproof’s blue.')}
        optional
        errorId={fieldErrorId('color')}
      >
        <Input {...control('color')} mono maxLength={7} autoComplete="off" />
      </Field>
      <Field
        label={t('Address of your privacy policy')}
        hint={t('Starts with https://. Leave blank to omit the link.')}
        optional
        errorId={fieldErrorId('privacyUrl')}
      >
        <Input {...control('privacyUrl')} inputMode="url" {...ADDRESS} />
      </Field>
      <Field
        label={t('Address of your legal notice or terms')}
        hint={t('Starts with https://. Leave blank to omit the link.')}
        optional
        errorId={fieldErrorId('termsUrl')}
      >
        <Input {...control('termsUrl')} inputMode="url" {...ADDRESS} />
      </Field>
      <ReplyToField
        replyToChoices={branding.replyToChoices}
        value={replyTo}
        disabled={isPending}
        errorId={fieldErrorId('replyTo')}
        onChange={setReplyTo}
      />
      <BrandingPreview
        name={name}
        logo={branding.logo}
        color={color}
        privacyUrl={validUrl(typed.privacyUrl)}
        termsUrl={validUrl(typed.termsUrl)}
        replyTo={emailOf(branding, replyTo)}
      />
      <Button type="submit" variant="primary" busy={isPending}>
        {t('Save branding')}
      </Button>
    </form>
  )
}

const ADDRESS = { maxLength: LEGAL_URL_MAX, autoComplete: 'off', spellCheck: false } as const

/** @throws FieldError if a value is neither empty nor valid */
function readTyped(field: ReadField): Typed {
  const color = field('color').trim()
  if (color !== '' && validColor(color) === null)
    throw new FieldError(t('Enter a color such as #1a2b3c, or leave the field blank.'), ['color'])
  return {
    color: validColor(color),
    privacyUrl: readUrl(field, 'privacyUrl'),
    termsUrl: readUrl(field, 'termsUrl'),
  }
}

function readUrl(field: ReadField, name: 'privacyUrl' | 'termsUrl'): string | null {
  const typed = field(name).trim()
  const url = validUrl(typed)
  if (typed !== '' && url === null)
    throw new FieldError(t('Enter a complete address that starts with https://.'), [name])
  return url
}

function emailOf({ replyToChoices }: BrandingSettings, chosen: string | null): string | null {
  return replyToChoices.find(({ accountId }) => accountId === chosen)?.email ?? null
}

function validColor(typed: string): string | null {
  const color = BrandColor.safeParse(typed.trim().toLowerCase())
  return color.success ? color.data : null
}

function validUrl(typed: string): string | null {
  const url = LegalUrl.safeParse(typed.trim())
  return url.success ? url.data : null
}
