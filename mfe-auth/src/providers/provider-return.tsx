import { t } from '@inkproof/texts/text'
import { Progress } from '@inkproof/ui/progress'
import { FormError } from '../forms/form-error.tsx'
import { useProviderReturnState } from './provider-return.store.ts'

/** Shown above the sign-in form: the progress of a sign-in with the identity provider, or its error. */
export function ProviderReturn() {
  const state = useProviderReturnState()
  if (state.step === 'finishing') return <Progress label={t('Signing you in…')} value={null} />
  return <FormError error={state.step === 'failed' ? state.message : undefined} />
}
