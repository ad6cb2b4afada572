import { t } from '@inkproof/texts/text'
import { Progress } from '@inkproof/ui/progress'
import { FormError } from '../forms/form-error.tsx'
import { useReturn } from './provider-return.store.ts'

/** Above the sign-in form: how a sign-in with the outside provider goes on, or why it does not. */
export function ProviderReturn() {
  const state = useReturn()
  if (state.step === 'finishing') return <Progress label={t('Signing you in…')} value={null} />
  return <FormError error={state.step === 'failed' ? state.sentence : undefined} />
}
