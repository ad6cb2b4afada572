import { CLAIM_LENGTHS } from '@inkproof/protocol/certificates'
import { type User, useSession } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import { Field } from '@inkproof/ui/field'
import { Input } from '@inkproof/ui/input'
import { RadioGroup } from '@inkproof/ui/radio-group'
import { Switch } from '@inkproof/ui/switch'
import { type Draft, isEditable, type Settings } from '../drafts/draft.ts'
import { changeSettings } from './edit-drafts.ts'
import { displayedIssuer } from './issuer.ts'

type Props = {
  drafts: readonly Draft[]
  /** For the next files; shown while no file can be changed. */
  next: Settings
}

/** The issuer and visibility of all files that can still be changed, and of the next ones. */
export function SettingsFields({ drafts, next }: Props) {
  const user = useSession((session) => session.user)
  const editable = drafts.filter(isEditable).map(({ settings }) => settings)
  const all = editable.length > 0 ? editable : [next]
  const issuer = common(all.map((settings) => displayedIssuer(settings, user)))
  const showIssuer = common(all.map((settings) => settings.showIssuer))
  const isUntouched = all.every((settings) => settings.issuer === null)
  return (
    <div className="space-y-4">
      <Field label={t('Certified by')} optional hint={issuerHint(isUntouched, user)}>
        <Input
          value={issuer ?? ''}
          placeholder={issuer === undefined ? DIFFERENT : undefined}
          maxLength={CLAIM_LENGTHS.issuer}
          autoComplete="organization"
          onChange={(event) => void changeSettings({ issuer: event.currentTarget.value })}
        />
      </Field>
      <Switch
        label={t('Show the issuer')}
        hint={
          showIssuer === undefined
            ? DIFFERENT
            : t('If off, the certificate and its proof file do not show this name.')
        }
        checked={showIssuer ?? false}
        onCheckedChange={(isShown) => void changeSettings({ showIssuer: isShown })}
      />
      <FindableQuestion value={common(all.map((settings) => settings.findable))} />
    </div>
  )
}

const DIFFERENT = t('Different for each file')

function FindableQuestion({ value }: { value: boolean | undefined }) {
  return (
    <div className="space-y-1">
      <RadioGroup
        label={t('Can people check it with the file alone?')}
        options={[
          {
            value: 'yes',
            label: t('Yes'),
            hint: t('Anyone with the file can find its certificate, without the proof file.'),
          },
          {
            value: 'no',
            label: t('No'),
            hint: t(
              'People also need the proof file or the link. Choose this if others could guess the exact content, such as a form with few possible answers: with “Yes”, they could find out that it was certified.',
            ),
          },
        ]}
        value={value === undefined ? '' : value ? 'yes' : 'no'}
        onValueChange={(answer) => void changeSettings({ findable: answer === 'yes' })}
      />
      {value === undefined && <p className="text-ink-muted text-sm">{DIFFERENT}</p>}
    </div>
  )
}

function issuerHint(isUntouched: boolean, user: User | null): string {
  if (isUntouched && user === null)
    return t('A person or an organization. If you create an account, its name is used.')
  return isUntouched && displayedIssuer({ issuer: null }, user) !== ''
    ? t('Your account’s name. Change it, or leave blank to omit the issuer.')
    : t('A person or an organization. Leave blank to omit the issuer.')
}

/** The value if all are equal, otherwise undefined. */
function common<Value>(values: readonly Value[]): Value | undefined {
  const [first] = values
  return values.every((value) => value === first) ? first : undefined
}
