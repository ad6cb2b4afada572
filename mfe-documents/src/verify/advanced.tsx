import { t } from '@inkproof/texts/text'
import { Checkbox } from '@inkproof/ui/checkbox'
import { Disclosure } from '@inkproof/ui/disclosure'
import { Field } from '@inkproof/ui/field'
import { Select } from '@inkproof/ui/select'
import { ADVANCED_ID, setAdvancedOpen, useAdvanced } from './advanced.store.ts'
import { NodeChoices } from './node-choices.tsx'
import { TrustedRecords } from './trusted-records.tsx'
import { verifyAgain } from './verification-runs.ts'
import { setVerifyOptions, useVerifyOptions } from './verify-options.store.ts'

/** Settings for experts: other records, the blockchain node, and what the check must answer. */
export function Advanced() {
  const { isOpen } = useAdvanced()
  return (
    <section
      id={ADVANCED_ID}
      aria-label={t('Advanced settings')}
      tabIndex={-1}
      className="rounded-xl border border-line bg-surface px-5 outline-none sm:px-6"
    >
      <Disclosure
        open={isOpen}
        onOpenChange={setAdvancedOpen}
        summary={
          <>
            <span className="block font-medium text-ink">{t('Advanced')}</span>
            <span className="block text-ink-muted text-sm">
              {t('Other records, the blockchain node, how revocation is checked')}
            </span>
          </>
        }
      >
        <div className="grid gap-x-10 gap-y-8 pt-4 pb-2 lg:grid-cols-2">
          <TrustedRecords />
          <div className="space-y-8">
            <NodeChoices />
            <Question />
          </div>
        </div>
      </Disclosure>
    </section>
  )
}

const AGES = [
  { value: '1', label: t('1 hour') },
  { value: '24', label: t('24 hours') },
  { value: '168', label: t('7 days') },
  { value: '720', label: t('30 days') },
]

/** What must be answered: existence alone, or also whether it was revoked, and how recent that must be. */
function Question() {
  const { existenceOnly, maxAgeHours } = useVerifyOptions()
  return (
    <div className="space-y-4">
      <Checkbox
        label={t('Check only that the file existed')}
        hint={t('Does not check whether the certificate was revoked later.')}
        checked={existenceOnly}
        onCheckedChange={(checked) => change({ existenceOnly: checked })}
      />
      <Field
        label={t('How recent the revocation check must be')}
        hint={t('An older check reads “could not be checked”.')}
      >
        <Select
          value={String(maxAgeHours)}
          disabled={existenceOnly}
          onValueChange={(hours) => change({ maxAgeHours: Number(hours) })}
          options={AGES}
        />
      </Field>
    </div>
  )
}

function change(options: Parameters<typeof setVerifyOptions>[0]): void {
  setVerifyOptions(options)
  verifyAgain()
}
